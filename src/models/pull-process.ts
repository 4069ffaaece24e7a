import { isExcluded, type ModelSet } from './model.ts';
import { loadManifest } from './operator-manifest.ts';
import { pullModel } from './pull.ts';
import { explainPullProblem } from './pull-problem.ts';
import type { PullMessage } from './start-pull.ts';

// This program installs one model for a worker and reports to it. It ends when the worker does.
const [modelsDir = '', set, name] = process.argv.slice(2);
const stopping = new AbortController();
process.once('disconnect', () => stopping.abort());
process.once('SIGTERM', () => stopping.abort());

const tell = (message: PullMessage) =>
  new Promise<void>(resolve => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });

try {
  const { models } = await loadManifest(modelsDir);
  const model = models.find(each => each.name === name);
  if (!model || isExcluded(model, set as ModelSet)) throw new Error(`this worker offers no model ${name}`);
  await pullModel(modelsDir, model, percent => void tell({ percent: Math.floor(percent) }), stopping.signal);
  await tell({ done: true });
} catch (error) {
  await tell({ problem: explainPullProblem(error) });
}
if (process.connected) process.disconnect();
