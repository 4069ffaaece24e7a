#!/usr/bin/env node
// Brings everything this checkout needs and ends when all of it is there: `node bin/setup.mjs`, with `--dev` for tests too.
import { beginSetUp } from './setup/set-up.mjs';

const { everything } = beginSetUp({ dev: process.argv.includes('--dev') });
process.exitCode = await everything;
