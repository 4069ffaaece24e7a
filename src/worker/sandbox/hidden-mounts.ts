/**
 * The kernel shows every process inside the machine's folder behind each mount (`/proc/<pid>/mountinfo`,
 * `mounts`, `mountstats`), but only for mounts in the process's own mount namespace below its root. So the
 * processes of a sandbox get their own mount namespace and keep their root in the one that bubblewrap made,
 * which leaves nothing to show.
 */
const leaveNamespace =
  'exec 9</; exec /usr/bin/unshare --mount --propagation unchanged /usr/sbin/chroot /proc/self/fd/9 "$@"';
const goOn = 'exec 9<&- && cd "$0" && unset OLDPWD && exec "$@"';

/** Runs `command` in `folder`, where it sees every file as before and no mount. */
export const makeHidingCommand = (command: string[], folder: string): string[] => [
  ...['/bin/sh', '-c', leaveNamespace, 'sh'],
  ...['/bin/sh', '-c', goOn, folder, ...command],
];

/** The capabilities needed for it, which `setpriv` drops before any code of ours runs. */
export const mountHidingCapabilities = ['CAP_SYS_ADMIN', 'CAP_SYS_CHROOT', 'CAP_SETPCAP'];

/** bubblewrap's own process stays in the old namespace, so its files in `/proc` are covered. */
export const initMountsArgs = [
  ...['mountinfo', 'mounts', 'mountstats'].flatMap(name => ['--ro-bind', '/dev/null', `/proc/1/${name}`]),
  ...['--tmpfs', '/proc/1/task', '--remount-ro', '/proc/1/task'],
];
