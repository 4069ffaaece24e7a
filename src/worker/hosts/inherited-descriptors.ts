import { closeSync, readdirSync, readFileSync } from 'node:fs';

/** The flag O_CLOEXEC as `/proc/self/fdinfo` shows it. Node opens all its own descriptors with it. */
const closedOnExec = 0o2000000;

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch {
    // It was open only while the folder was listed.
    return false;
  }
}

/**
 * Closes descriptors above `last` that whoever started the service left open, such as a log, a lock or a folder.
 * They pass through bubblewrap, and a folder would lead out of the sandbox.
 */
export function closeInheritedDescriptors(last: number): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name);
    if (descriptor > last && isInherited(descriptor)) closeSync(descriptor);
  }
}
