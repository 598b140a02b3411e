#!/bin/bash
#SBATCH --account=<project>
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --mem=16G
#SBATCH --gpus-per-node=1
#SBATCH --time=0:05:00

srun ./build/example
