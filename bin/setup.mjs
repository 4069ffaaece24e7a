#!/usr/bin/env node
// Installs everything this checkout needs and exits when it is done: `node bin/setup.mjs`, with `--dev` also for tests.
import { beginSetUp } from './setup/set-up.mjs';

const { everything } = beginSetUp({ dev: process.argv.includes('--dev') });
process.exitCode = await everything;
