// Batch scripts with the verdict of sbatch 22.05, for the parser's own test and for the oracle's.
#pragma once

#include <cstdint>

enum class SbatchVerdict : std::uint8_t { taken, refused };

struct SbatchRow {
  const char* script;
  SbatchVerdict verdict;
  /// The diagnostics of parse_batch_header, in order.
  const char* codes = "";
};

constexpr SbatchRow kSbatchRows[] = {
    {"#!/bin/bash\n#SBATCH --time=1:00:00\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH -N1 -n 2 --mem=2G # comment\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --nodes 1\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --job-name=\"two words\" --comment='x # y'\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --tasks-per-node=1\nhostname\n", SbatchVerdict::taken, "KB0811"},
    {"#!/bin/bash\n#SBATCH --time=10:00\nhostname\n", SbatchVerdict::taken, "KB0812"},
    {"#!/bin/bash\nhostname\n#SBATCH --nonsense\n", SbatchVerdict::taken, "KB0807"},
    {"#!/bin/bash\n  #SBATCH --nonsense\nhostname\n", SbatchVerdict::taken, "KB0808"},
    {"#!/bin/bash\n# SBATCH --nonsense\nhostname\n", SbatchVerdict::taken, "KB0815"},
    {"#!/bin/bash\n#SBTACH --nonsense\nhostname\n", SbatchVerdict::taken, "KB0815"},
    {"#!/bin/bash\n##SBATCH --nonsense\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n# a comment\n\n#SBATCH -n 1\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --account=<your_account>\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --output=$HOME/x\nhostname\n", SbatchVerdict::taken, "KB0817"},
    {"#!/bin/bash\n#SBATCH --exclusive --requeue -H\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --mail-type=END,fail\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --array=1-4:2,9%2\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --part=main --cpus-per-t=2\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --time=1-\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --mem=5GB\nhostname\n", SbatchVerdict::taken},
    {"#!/bin/bash\n#SBATCH --account=<your account>\nhostname\n", SbatchVerdict::refused, "KB0800"},
    {"#!/bin/bash\n#SBATCH --job-name=two words\nhostname\n", SbatchVerdict::refused, "KB0801"},
    {"#!/bin/bash\n#SBATCH --nonsense=2\nhostname\n", SbatchVerdict::refused, "KB0802"},
    {"#!/bin/bash\n#SBATCH -Z\nhostname\n", SbatchVerdict::refused, "KB0802"},
    {"#!/bin/bash\n#SBATCH --gpu=1\nhostname\n", SbatchVerdict::refused, "KB0803"},
    {"#!/bin/bash\n#SBATCH --n=1\nhostname\n", SbatchVerdict::refused, "KB0803"},
    {"#!/bin/bash\n#SBATCH --time=5min\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH -n x\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH -n=4\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH -n 1K\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH -N 2-1\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --nodes= 1\nhostname\n", SbatchVerdict::refused, "KB0804 KB0801"},
    {"#!/bin/bash\n#SBATCH --mem=5GiB\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --mem=5 G\nhostname\n", SbatchVerdict::refused, "KB0801"},
    {"#!/bin/bash\n#SBATCH --gres=gpu=1\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --gpus-per-node=x:y\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --mail-type=never\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --hint=fast\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --array=1-x\nhostname\n", SbatchVerdict::refused, "KB0804"},
    {"#!/bin/bash\n#SBATCH --nodes\nhostname\n", SbatchVerdict::refused, "KB0805"},
    {"#!/bin/bash\n#SBATCH --contiguous=4\nhostname\n", SbatchVerdict::refused, "KB0806"},
    {"!/bin/bash\n#SBATCH -n 1\nhostname\n", SbatchVerdict::refused, "KB0809"},
    {"\n#!/bin/bash\nhostname\n", SbatchVerdict::refused, "KB0809"},
    {"#!/bin/bash\n#SBATCH --mem=2G\n#SBATCH --mem-per-cpu=1G\nhostname\n", SbatchVerdict::refused, "KB0810"},
    {"#!/bin/bash\n#SBATCH --job-name=\"open\nhostname\n", SbatchVerdict::refused, "KB0813"},
    {"#!/bin/bash\n#SBATCH: -n 4\nhostname\n", SbatchVerdict::refused, "KB0814"},
    {"#!/bin/bash\n#SBATCH \xe2\x80\x94nodes=1\nhostname\n", SbatchVerdict::refused, "KB0816"},
};
