// `npm run check`: every check at once, each one's findings under its name, all of them told before it fails.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * TypeScript 7 checks types in half the time; version 6 stays for the packages that need its API. Its threads would each
 * check common types again, which takes almost twice the CPU time, and the other checks use the other cores. It checks only
 * what has changed since its last run, and so does knip.
 */
const tsc = 'node node_modules/typescript-native/bin/tsc --noEmit --singleThreaded --incremental';
const cache = 'node_modules/.cache';
const knip = `knip --no-config-hints --no-progress --cache --cache-location ${cache}/knip`;

const checks = {
  'Format and lint': 'biome check --error-on-warnings --max-diagnostics=100 .',
  Types: `${tsc} --tsBuildInfoFile ${cache}/tsc/service`,
  "Types of the client's own": `${tsc} --tsBuildInfoFile ${cache}/tsc/client -p client`,
  'Client describes the API': 'node client/types/generate.ts --check',
  'OpenAPI rules': 'node tests/check-openapi.ts',
  'Dead code': knip,
  'Import rules': 'node tests/check-imports.mjs',
  'Python: format and lint': 'node tests/check-python.mjs',
  'Python: types': 'mypy',
  'Web: types': `${tsc} --tsBuildInfoFile ${cache}/tsc/web -p web`,
  'Web: import rules': 'node tests/check-imports.mjs web',
  'Web: dead code': `${knip} --directory web`,
};

/** Tools that `node bin/setup.mjs --dev` installs and npm does not. Only CI requires them. */
const missing = { mypy: 'mypy is not installed: sudo apt-get install mypy' };

/** The page's packages are installed by set-up too. */
const withoutWeb = !existsSync('web/node_modules') && !process.env.CI;

function run([name, command]) {
  if (name.startsWith('Web:') && withoutWeb) {
    console.log(`– ${name} skipped: its packages are not installed: node bin/setup.mjs`);
    return true;
  }
  const began = Date.now();
  return new Promise(resolve => {
    let output = '';
    const [program, ...args] = command.split(' ');
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        output += chunk;
      });
    let skipped = false;
    child.on('error', error => {
      skipped = error.code === 'ENOENT' && program in missing && !process.env.CI;
      output += error.code === 'ENOENT' ? (missing[program] ?? error.message) : error.message;
    });
    child.on('close', code => {
      if (skipped) {
        console.log(`– ${name} skipped: ${output}`);
        return resolve(true);
      }
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
      if (code !== 0) console.log(output.replace(/^/gm, '  '));
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(Object.entries(checks).map(run));
process.exit(results.every(Boolean) ? 0 : 1);
