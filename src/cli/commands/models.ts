import { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Model } from '../../models/model.ts';
import { ProgressLine } from '../../setup/progress-line.ts';
import { megabytes, modelsText } from '../models-report.ts';
import { print } from '../output.ts';

const say = (text: string): void => void process.stderr.write(`filemill models: ${text}\n`);

/** The models of these names, in their order; all where none is named. */
async function namedModels(modelsDir: string, names: string[]): Promise<Model[]> {
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

async function pullOne(modelsDir: string, model: Model): Promise<boolean> {
  const { pullModel } = await import('../../models/pull.ts');
  const progress = new ProgressLine(`filemill models: ${model.name}`);
  const began = Date.now();
  try {
    const outcome = await pullModel(modelsDir, model, percent => progress.show(percent, ''));
    progress.end();
    if (outcome === 'pulled') say(`${model.name} pulled in ${Math.round((Date.now() - began) / 1000)} s`);
    return true;
  } catch (error) {
    progress.end();
    const { code, message } = error as NodeJS.ErrnoException;
    const denied = code === 'EACCES' || code === 'EROFS' || code === 'EPERM';
    say(
      `${model.name} not pulled: ${message}${denied ? '. Set MODELS_DIR to a folder you may write to.' : ''}`,
    );
    return false;
  }
}

async function pull(names: string[], options: { all?: boolean }): Promise<void> {
  const { modelsDir, models: set } = loadConfig(process.env);
  const [{ isLeftOut, isWantedByDefault, sizeOf }, { licenceNotice }, { isInstalled }] = await Promise.all([
    import('../../models/model.ts'),
    import('../../models/describe.ts'),
    import('../../models/installed.ts'),
  ]);
  const named = await namedModels(modelsDir, names);
  const refused = names.length > 0 ? named.filter(model => isLeftOut(model, set)) : [];
  if (refused.length > 0)
    throw new Error(
      `MODELS=permissive leaves out ${refused.map(({ name }) => name).join(', ')}: the licence forbids commercial use.`,
    );
  const wanted = named.filter(
    model =>
      names.length > 0 ||
      (options.all
        ? !isLeftOut(model, set) && 'sha256' in model.source.files[0]!
        : isWantedByDefault(model, set)),
  );
  const missing: Model[] = [];
  for (const model of wanted) if (!(await isInstalled(modelsDir, model))) missing.push(model);
  if (missing.length > 0) {
    const bytes = missing.reduce((sum, model) => sum + sizeOf(model), 0);
    say(`fetching ${missing.map(({ name }) => name).join(', ')} (${megabytes(bytes)}) into ${modelsDir}`);
    const notice = licenceNotice(missing);
    if (notice) say(notice);
  }
  let failed = 0;
  for (const model of wanted) if (!(await pullOne(modelsDir, model))) failed++;
  if (failed > 0) process.exitCode = 1;
  else if (missing.length === 0) say(`nothing to fetch: ${wanted.length} models are in ${modelsDir}`);
}

async function verify(names: string[]): Promise<void> {
  const { modelsDir } = loadConfig(process.env);
  const [{ findFault }, { isInstalled, modelDir }] = await Promise.all([
    import('../../models/verify.ts'),
    import('../../models/installed.ts'),
  ]);
  const { existsSync } = await import('node:fs');
  for (const model of await namedModels(modelsDir, names)) {
    const folder = modelDir(modelsDir, model);
    if (names.length === 0 && !existsSync(folder)) continue;
    const fault = await findFault(folder, model);
    const unchecked = model.source.files.some(({ sha256 }) => sha256 === undefined);
    if (fault) process.exitCode = 1;
    const right = unchecked ? 'is there (its entry names no SHA-256 to compare)' : 'is right';
    const mend =
      (await isInstalled(modelsDir, model)) || fault
        ? `; \`filemill models pull ${model.name}\` brings it anew`
        : '';
    process.stdout.write(`${model.name} ${fault ? `is NOT right: ${fault}${mend}` : right}\n`);
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
      print(options.json, { modelsDir, models, problems }, () => modelsText(models, problems));
    });

const remove = () =>
  new Command('remove')
    .description('delete models from MODELS_DIR; the job types that need them are then unavailable')
    .argument('<names...>')
    .action(async (names: string[]) => {
      const { removeModel } = await import('../../models/pull.ts');
      const { modelsDir } = loadConfig(process.env);
      for (const model of await namedModels(modelsDir, names)) {
        const removed = await removeModel(modelsDir, model);
        process.stdout.write(removed ? `Removed ${model.name}.\n` : `${model.name} was not here.\n`);
      }
    });

export const modelsCommand = (): Command =>
  new Command('models')
    .description('the models of AI jobs: list, pull, verify, remove')
    .addCommand(list())
    .addCommand(
      new Command('pull')
        .description('fetch models: the named ones, or those that come by default')
        .argument('[names...]')
        .option('--all', 'fetch every model there is')
        .action(pull),
    )
    .addCommand(
      new Command('verify')
        .description('compare the files that are here with the manifest')
        .argument('[names...]')
        .action(verify),
    )
    .addCommand(remove());
