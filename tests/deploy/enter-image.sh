#!/bin/sh
# enter-image.sh ROOT COMMAND …: runs a command in the image's file system as the image's user, in separate namespaces.
# The network is this machine's.
exec unshare --mount --pid --fork --kill-child=SIGTERM sh -c '
  root=$1; shift
  mount --make-rprivate /
  mount --bind "$root" "$root"
  mkdir -p "$root/.old"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  cd "$root" && pivot_root . .old && umount -l /.old
  cd /opt/filemill
  exec setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs env -i HOME=/var/lib/filemill \
    PATH=/opt/filemill/node_modules/.bin:/usr/local/bin:/usr/bin:/bin DATA_DIR=/var/lib/filemill/data \
    MODELS_DIR=/var/lib/filemill/models MODELS=none HOST=127.0.0.1 PORT="${PORT:-3001}" "$@"' enter "$@"
