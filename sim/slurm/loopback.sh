#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# loopback.sh start|stop DIR: a private Slurm of one node on this machine, to try ENGINE=slurm with:
# its own munge, slurmctld and slurmd, on free ports of 127.0.0.1, with all their files in DIR.
# `start` prints the assignment that points the commands of Slurm to it; SLURMD=0 starts no slurmd.
# Needs root (slurmd starts jobs) and the packages slurm-wlm and munge. Status 77 where they lack.
set -u
[ $# = 2 ] || { echo 'loopback.sh: usage: sim/slurm/loopback.sh start|stop DIR' >&2; exit 2; }
source "$(dirname "$0")/../common.sh"
action=$1 dir=$(realpath -m "$2") host=$(hostname -s)
export PATH=$PATH:/usr/sbin:/sbin

# free_port: one that nobody listens to.
free_port() {
    local port
    for ((port = 20000 + RANDOM % 10000; ; port++)); do
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null || { echo "$port"; return; }
    done
}

configure() {
    cat >"$dir/slurm.conf" <<END
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$dir/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0
ReturnToService=2
SlurmdTimeout=10
MinJobAge=300
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=sim Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
}

# until_true COMMAND...: half a minute long.
until_true() {
    local i
    for ((i = 0; i < 300; i++)); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    return 1
}

start() {
    local tool
    for tool in munged slurmctld slurmd sbatch; do
        command -v $tool >/dev/null || { echo "no $tool: apt-get install slurm-wlm munge"; exit 77; }
    done
    [ "$(id -u)" = 0 ] || { echo 'slurmd needs root'; exit 77; }
    { mkdir -p "$dir/munge" "$dir/state" "$dir/spool" && chmod 700 "$dir/munge"; } || die 4 "cannot write to $dir"
    head -c 1024 /dev/urandom >"$dir/munge/key" && chmod 600 "$dir/munge/key" && configure || die 4 "cannot write to $dir"
    munged --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge/pid" \
        --log-file="$dir/munge/log" --seed-file="$dir/munge/seed" || die 4 'munged does not start'
    export SLURM_CONF=$dir/slurm.conf
    slurmctld -c -f "$SLURM_CONF" || die 4 "slurmctld does not start: $dir/slurmctld.log"
    until_true scontrol ping || die 4 "slurmctld does not answer: $dir/slurmctld.log"
    [ "${SLURMD:-1}" = 1 ] || { echo "SLURM_CONF=$SLURM_CONF"; return; }
    slurmd -f "$SLURM_CONF" || die 4 "slurmd does not start: $dir/slurmd.log"
    until_true idle || die 4 "the node does not become idle: $dir/slurmctld.log"
    echo "SLURM_CONF=$SLURM_CONF"
}

idle() {
    sinfo -h -o %t | grep -qE '^(idle|mix|alloc)$'
}

# stop_one PIDFILE: by its number, and wait for its end.
stop_one() {
    local pid
    pid=$(cat "$1" 2>/dev/null) || return 0
    kill "$pid" 2>/dev/null
    until_true eval "! kill -0 $pid" || kill -s KILL "$pid"
}

stop() {
    SLURM_CONF=$dir/slurm.conf scancel --user=root 2>/dev/null
    stop_one "$dir/slurmd.pid"
    stop_one "$dir/slurmctld.pid"
    stop_one "$dir/munge/pid"
}

case $action in
start | stop) "$action" ;;
*) die 2 "no action '$action': start or stop" ;;
esac
