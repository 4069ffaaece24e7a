// Runs before `npm pack`: installs the development packages that compile the packages, which a clone may lack. Plain
// JavaScript, because a fresh clone may have no Node that runs TypeScript.
import { fileURLToPath } from 'node:url';
import { dependenciesMatch, install } from '../bin/setup/npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
if (!dependenciesMatch(root, { withDev: true }))
  process.exitCode = await install(root, 'the service', { withDev: true });
