// The slurm.conf(5) of a controller for one user of one machine: the loopback device alone, no
// privilege, nothing outside one directory, no accounting; limits refuse a job at once.
#pragma once

#include <string_view>

namespace kbuild::run {

/// {host}, {user}, {directory} and {port} are to be filled in; nodes and partitions follow.
inline constexpr std::string_view kPrivateController = R"(SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser={user}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation={directory}/state
SlurmctldPidFile={directory}/slurmctld.pid
SlurmctldLogFile={directory}/slurmctld.log
MailProg=/bin/true
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
AccountingStorageType=accounting_storage/none
EnforcePartLimits=ALL
)";

}  // namespace kbuild::run
