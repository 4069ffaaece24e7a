// `npm test` after set-up: the tests, and beside them `npm run check` at low priority, which fills the time in which tests wait.
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** Runs a program and resolves with its exit code and, if it was collected, its output. */
function run(program, args, stdio) {
  const child = spawn(program, args, { stdio });
  let output = '';
  child.stdout?.on('data', chunk => {
    output += chunk;
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', code => resolve({ code, output }));
  });
  return { pid: child.pid, ended };
}

const check = run(process.execPath, ['tests/check.mjs'], ['ignore', 'pipe', 'inherit']);
setPriority(check.pid, 10);
const tests = run('vitest', ['run', ...process.argv.slice(2)], 'inherit');

const [checked, tested] = await Promise.all([check.ended, tests.ended]);
console.log(checked.output);
process.exit(checked.code || tested.code ? 1 : 0);
