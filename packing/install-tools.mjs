// Before `npm pack`: installs the development packages, which compile the packages. A clone that was only started has none.
// Plain JavaScript, because a clone that was not even started may have no Node that runs TypeScript.
import { fileURLToPath } from 'node:url';
import { dependenciesMatch, install } from '../bin/setup/npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!dependenciesMatch(root, { withDev: true }))
  process.exitCode = await install(root, 'the service', { withDev: true });
