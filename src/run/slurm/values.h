// Values as Slurm writes them: times, sizes, counts, generic resources (sbatch(1), Slurm 22.05).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kbuild::run {

struct GpuRequest {
  std::string type;
  long long count = 0;
};

/// sbatch reads counts into 32 bits.
inline constexpr long long kMaxCount = 0x7fffffff;

/// Digits alone, at most kMaxCount.
std::optional<long long> parse_unsigned(std::string_view text);
/// "90", "1:30" (minutes:seconds), "1:00:00", "2-12", "2-12:30", "2-12:30:00" in seconds; -1 for
/// "unlimited"; nullopt for what sbatch refuses.
std::optional<long long> parse_slurm_time(std::string_view text);
/// "2G", "500M", "1024" in MiB, at most kMaxCount; nullopt for what sbatch refuses.
std::optional<long long> parse_slurm_memory(std::string_view text);
/// "2", "a100:2", "a100"; nullopt for what sbatch refuses.
std::optional<GpuRequest> parse_gpu_request(std::string_view text);
/// "1-4", "2", "1k"; minimum and maximum.
std::optional<std::pair<long long, long long>> parse_node_count(std::string_view text);
/// The product of two counts that are not negative, at most kMaxCount.
long long count_product(long long a, long long b);

/// "1-4:2,9%2".
bool is_array(std::string_view text);
/// "gpu:a100:2,nvme:100", "none".
bool is_gres(std::string_view text);
/// "END,fail".
bool is_mail_type(std::string_view text);
/// "USR1", "SIGTERM@60", "B:10@120".
bool is_signal(std::string_view text);
/// "block", "cyclic:block", "plane=4", "*:*,NoPack".
bool is_distribution(std::string_view text);

}  // namespace kbuild::run
