/**
 * The kernel tells everybody inside which folder of the machine each mount comes from (`/proc/<pid>/mountinfo`, `mounts`,
 * `mountstats`), but only of mounts in the process's own mount namespace that lie below its root. So the processes of a cage
 * get a mount namespace of their own, and keep their root in the one that bubblewrap made: nothing is left to tell of.
 */
const leaveNamespace =
  'exec 9</; exec /usr/bin/unshare --mount --propagation unchanged /usr/sbin/chroot /proc/self/fd/9 "$@"';
const goOn = 'exec 9<&- && cd "$0" && unset OLDPWD && exec "$@"';

/** Runs `command` in `folder`, where it sees every file as before and no mount. */
export const hidingMounts = (command: string[], folder: string): string[] => [
  ...['/bin/sh', '-c', leaveNamespace, 'sh'],
  ...['/bin/sh', '-c', goOn, folder, ...command],
];

/** What the way there takes; `setpriv` gives it up before any code of ours runs. */
export const mountHidingCapabilities = ['CAP_SYS_ADMIN', 'CAP_SYS_CHROOT', 'CAP_SETPCAP'];

/** bubblewrap's own process stays where it was, so what it would tell is covered up. */
export const initMountsArgs = [
  ...['mountinfo', 'mounts', 'mountstats'].flatMap(name => ['--ro-bind', '/dev/null', `/proc/1/${name}`]),
  ...['--tmpfs', '/proc/1/task', '--remount-ro', '/proc/1/task'],
];
