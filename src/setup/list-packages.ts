// Prints the Debian packages of all engines and of the sandbox, one per line. An image installs them before
// the program is copied, so that a new version of the program does not install them again.
import { listNeeds, listPackages } from './needs.ts';

console.log(
  listPackages(await listNeeds(false))
    .sort()
    .join('\n'),
);
