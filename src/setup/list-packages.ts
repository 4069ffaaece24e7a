// Prints the Debian packages of all engines and of the sandbox, one a line: an image installs them before it has the program, so
// that a new version of the program does not bring them anew.
import { listNeeds, listPackages } from './needs.ts';

console.log(
  listPackages(await listNeeds(false))
    .sort()
    .join('\n'),
);
