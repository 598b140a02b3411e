#!/bin/bash
#SBATCH --account=<project>
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --time=0:05:00

export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
srun ./build/example
