#!/usr/bin/env bash
# A Slurm cluster of one node in a folder, for the tests: cluster.sh start FOLDER | stop FOLDER. Debian: apt-get install slurm-wlm.
set -eu
action=$1
home=$2
export SLURM_CONF=$home/slurm.conf

# By the processes it started, never by name.
if [ "$action" = stop ]; then
  for daemon in slurmd slurmctld munged; do
    [ ! -f "$home/$daemon.pid" ] || kill "$(cat "$home/$daemon.pid")" 2>/dev/null || true
  done
  exit 0
fi

mkdir -p "$home/state" "$home/spool" "$home/munge"
chmod 755 "$home"
chmod 700 "$home/munge"
head -c 1024 /dev/urandom >"$home/munge/key"
chmod 600 "$home/munge/key"
munged --force --key-file="$home/munge/key" --socket="$home/munge/socket" --pid-file="$home/munged.pid" \
  --log-file="$home/munge/log" --seed-file="$home/munge/seed"
chmod 755 "$home/munge"

host=$(hostname -s)
port=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<CONF
ClusterName=edgewise
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$home/munge/socket
CryptoType=crypto/munge
SlurmctldPidFile=$home/slurmctld.pid
SlurmdPidFile=$home/slurmd.pid
StateSaveLocation=$home/state
SlurmdSpoolDir=$home/spool
SlurmctldLogFile=$home/slurmctld.log
SlurmdLogFile=$home/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobCompType=jobcomp/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP OverSubscribe=FORCE:8
CONF
slurmctld -c
slurmd

for _ in $(seq 120); do
  if sinfo -h -o %t 2>/dev/null | grep -q idle; then exit 0; fi
  sleep 0.5
done
echo "the node does not come up" >&2
exit 1
