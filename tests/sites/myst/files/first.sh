#!/bin/bash
#SBATCH --account=project_1
#SBATCH --time=01:00:00

srun hostname
