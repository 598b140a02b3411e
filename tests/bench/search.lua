-- For wrk: asks the paths of a file in turn, "once" each or "again" until time is up, and tells the latencies.
local threads = 0
function setup(thread)
  thread:set("place", threads)
  threads = threads + 1
end
function init(args)
  paths, at, once = {}, 0, args[2] == "once"
  local line_number = 0
  for line in io.lines(args[1]) do
    if line_number % 2 == place then paths[#paths + 1] = line end
    line_number = line_number + 1
  end
end
function request()
  at = at + 1
  if at > #paths then
    if once then wrk.thread:stop() end
    at = 1
  end
  return wrk.format("GET", paths[at])
end
function done(summary, latency)
  io.write(string.format("p50 %.2f ms, p95 %.2f ms, %d answers, %d errors\n", latency:percentile(50) / 1000,
    latency:percentile(95) / 1000, summary.requests, summary.errors.status + summary.errors.read + summary.errors.timeout))
end
