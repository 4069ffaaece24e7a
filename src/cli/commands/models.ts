import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Model, ModelSet } from '../../models/model.ts';
import { loadConfig } from '../../settings/config.ts';
import { ProgressLine } from '../../setup/progress-line.ts';
import { formatMegabytes, formatModels } from '../models-report.ts';
import { print } from '../output.ts';

const say = (text: string): void => void process.stderr.write(`filemill models: ${text}\n`);

/** The models of these names, in their order; all where none is named. */
async function findNamedModels(modelsDir: string, names: string[]): Promise<Model[]> {
  const { loadManifest } = await import('../../models/operator-manifest.ts');
  const { models, problems } = await loadManifest(modelsDir);
  for (const problem of problems) say(problem);
  if (names.length === 0) return models;
  return names.map(name => {
    const model = models.find(each => each.name === name);
    if (!model)
      throw new Error(`there is no model ${name}; there are ${models.map(each => each.name).join(', ')}`);
    return model;
  });
}

async function pullOne(modelsDir: string, model: Model, signal: AbortSignal): Promise<boolean> {
  const { pullModel } = await import('../../models/pull.ts');
  const progress = new ProgressLine(`filemill models: ${model.name}`);
  const began = Date.now();
  try {
    const outcome = await pullModel(modelsDir, model, percent => progress.show(percent, ''), signal);
    progress.end();
    if (outcome === 'pulled') say(`${model.name} pulled in ${Math.round((Date.now() - began) / 1000)} s`);
    return true;
  } catch (error) {
    progress.end();
    const { code, message } = error as NodeJS.ErrnoException;
    const denied = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
    const advice = denied ? '. Set MODELS_DIR to a folder you may write to.' : '';
    say(`${model.name} not pulled: ${signal.aborted ? 'stopped' : message}${advice}`);
    return false;
  }
}

/** The named models, else all, else those that come by default. */
async function selectModels(
  modelsDir: string,
  set: ModelSet,
  names: string[],
  all: boolean,
): Promise<Model[]> {
  const { isFetchable, isLeftOut, isWantedByDefault } = await import('../../models/model.ts');
  const models = await findNamedModels(modelsDir, names);
  if (names.length === 0)
    return models.filter(model =>
      all ? isFetchable(model) && !isLeftOut(model, set) : isWantedByDefault(model, set),
    );
  const refused = models.filter(model => isLeftOut(model, set)).map(({ name }) => name);
  if (refused.length > 0)
    throw new Error(
      `MODELS=permissive leaves out ${refused.join(', ')}: the licence forbids commercial use.`,
    );
  return models;
}

/** A signal that aborts on Ctrl-C, so that a pull removes what it has begun. */
function makeStopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => controller.abort());
  return controller.signal;
}

async function pull(names: string[], options: { all?: boolean; quiet?: boolean }): Promise<void> {
  const { modelsDir, models: set } = loadConfig(process.env);
  const [{ computeSize }, { writeLicenceNotice }, { isInstalled }] = await Promise.all([
    import('../../models/model.ts'),
    import('../../models/describe.ts'),
    import('../../models/installed.ts'),
  ]);
  const wanted = await selectModels(modelsDir, set, names, options.all ?? false);
  const here = await Promise.all(wanted.map(model => isInstalled(modelsDir, model)));
  const missing = wanted.filter((_, index) => !here[index]);
  if (missing.length > 0) {
    const bytes = missing.reduce((sum, model) => sum + computeSize(model), 0);
    say(
      `fetching ${missing.map(({ name }) => name).join(', ')} (${formatMegabytes(bytes)}) into ${modelsDir}`,
    );
    const notice = writeLicenceNotice(missing);
    if (notice) say(notice);
  } else if (!options.quiet) say(`nothing is missing: ${wanted.length} models are in ${modelsDir}`);
  const signal = makeStopSignal();
  for (const model of wanted)
    if (signal.aborted || !(await pullOne(modelsDir, model, signal))) process.exitCode = 1;
}

async function verify(names: string[]): Promise<void> {
  const { modelsDir } = loadConfig(process.env);
  const [{ findFault }, { getModelFolder }] = await Promise.all([
    import('../../models/verify.ts'),
    import('../../models/installed.ts'),
  ]);
  for (const model of await findNamedModels(modelsDir, names)) {
    const folder = getModelFolder(modelsDir, model);
    if (names.length === 0 && !existsSync(folder)) continue;
    const fault = await findFault(folder, model);
    if (fault) process.exitCode = 1;
    const compared = model.source.files.every(({ sha256 }) => sha256 !== undefined);
    const right = compared ? 'is right' : 'is there; its entry names no SHA-256 to compare';
    const wrong = `is NOT right: ${fault}. \`npx filemill models pull ${model.name}\` brings it anew.`;
    process.stdout.write(`${model.name} ${fault ? wrong : right}\n`);
  }
}

const list = () =>
  new Command('list')
    .description('show every model: whether it is here, its size, licence, and what it is for')
    .option('--json', 'print { modelsDir, models, problems } as JSON')
    .action(async (options: { json?: boolean }) => {
      const { describeModels } = await import('../../models/describe.ts');
      const { modelsDir, models: set } = loadConfig(process.env);
      const { models, problems } = await describeModels(modelsDir, set);
      print(options.json, { modelsDir, models, problems }, () => formatModels(models, problems));
    });

const remove = () =>
  new Command('remove')
    .description('delete models from MODELS_DIR; the job types that need them are then unavailable')
    .argument('<names...>')
    .action(async (names: string[]) => {
      const { removeModel } = await import('../../models/pull.ts');
      const { modelsDir } = loadConfig(process.env);
      for (const model of await findNamedModels(modelsDir, names)) {
        const removed = await removeModel(modelsDir, model);
        process.stdout.write(removed ? `Removed ${model.name}.\n` : `${model.name} was not here.\n`);
      }
    });

export const makeModelsCommand = (): Command =>
  new Command('models')
    .addCommand(list())
    .addCommand(
      new Command('pull')
        .description('fetch models: the named ones, or those that come by default')
        .argument('[names...]')
        .option('--all', 'fetch every model there is')
        .option('--quiet', 'say nothing where nothing is missing')
        .action(pull),
    )
    .addCommand(
      new Command('verify')
        .description('compare the files that are here with the manifest')
        .argument('[names...]')
        .action(verify),
    )
    .addCommand(remove());
