import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Estimate,
  Filemill,
  type JobSettings,
  type JobType,
  type SeveralFiles,
  type Watching,
} from '@filemill/client';
import type { Filled } from '../../lists.ts';
import type { Account } from '../account.ts';
import { CommandError } from '../exit-codes.ts';
import { isAddress, readConnectionFile } from './addresses.ts';
import type {
  Backend,
  InputFile,
  JobTypeInfo,
  Outcome,
  OutputFile,
  RecipeInfo,
  Schema,
  Watcher,
  Work,
} from './backend.ts';
import { makePlacing } from './places.ts';
import { translateError } from './server-errors.ts';

const describeType = (type: JobType): JobTypeInfo => ({
  ...type,
  options: type.options as Schema,
  converts: type.converts !== undefined,
});

const getExtension = (filename: string): string => /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';

/** Lists the formats that a file of this name may have, among those that a job type accepts. */
const listFormats = ({ accepts }: JobType, filename: string): string[] =>
  accepts.filter(({ extensions }) => extensions.includes(getExtension(filename))).map(({ format }) => format);

/** The server itself fetches a file that is given by its URL. */
const toClientFile = (path: string) => readConnectionFile(path) ?? (isAddress(path) ? { url: path } : path);

/** Lists the paths of files, in order or by their roles. */
function groupByRole(files: Filled<InputFile>): SeveralFiles {
  const byRole: Record<string, ReturnType<typeof toClientFile>[]> = {};
  for (const { role, path } of files) {
    if (role === undefined) return files.map(file => toClientFile(file.path));
    byRole[role] = [...(byRole[role] ?? []), toClientFile(path)];
  }
  return byRole;
}

type Result = Awaited<ReturnType<Filemill['convert']>>;

/** A server, used through the client. */
class Server implements Backend {
  readonly place: string;
  /** More would only wait, because the plan limits how many jobs run at once. */
  readonly atOnce = 4;
  readonly fetchesFiles = true;
  readonly #client: Filemill;
  /** A client for the first request with a short timeout, so that an unreachable server is noticed soon. */
  readonly #first: Filemill;
  #types: Promise<JobType[]> | undefined;

  constructor({ url, key }: Account) {
    this.place = url;
    this.#client = new Filemill({ baseUrl: url, apiKey: key });
    this.#first = new Filemill({ baseUrl: url, apiKey: key, retry: { retries: 1 } });
  }

  async #ask<T>(question: Promise<T>): Promise<T> {
    try {
      return await question;
    } catch (error) {
      throw translateError(error, this.place);
    }
  }

  #listTypes(): Promise<JobType[]> {
    this.#types ??= this.#ask(this.#first.jobTypes.list());
    return this.#types;
  }

  async jobTypes(): Promise<JobTypeInfo[]> {
    return (await this.#listTypes()).map(describeType);
  }

  async accepts(work: Work, filename: string): Promise<boolean> {
    const types = await this.#listTypes();
    if ('recipe' in work) {
      const { accepts } = await this.#findRecipe(work.recipe);
      return types.some(type => listFormats(type, filename).some(format => accepts.includes(format)));
    }
    if ('type' in work)
      return types.some(type => type.id === work.type && listFormats(type, filename).length > 0);
    // The server decides whether this conversion exists.
    return types.some(type => type.converts && listFormats(type, filename).length > 0);
  }

  async run(work: Work, files: Filled<InputFile>, watcher: Watcher): Promise<Outcome> {
    const result = await this.#ask(this.#start(work, files, watcher));
    for (const { code, message } of result.warnings) watcher.onWarning({ code, message });
    return {
      ...(result.job && { jobId: result.job.id }),
      outputs: await this.#ask(this.#fetch(result, watcher)),
    };
  }

  async #start(work: Work, files: Filled<InputFile>, { signal, onProgress }: Watcher): Promise<Result> {
    const watching: Watching & JobSettings = {
      ...work.settings,
      signal,
      onProgress: state => {
        if (state.stage === 'uploading') onProgress((100 * state.loaded) / (state.total || 1), 'uploading');
        else onProgress('progress' in state ? state.progress : 0, 'processing');
      },
    };
    const file = toClientFile(files[0].path);
    if ('recipe' in work && work.settings?.reuse)
      throw new CommandError('--reuse is for single jobs: a recipe always runs.');
    if ('recipe' in work)
      return await this.#client.run((await this.#findRecipe(work.recipe)).id, file, watching);
    const { options } = work;
    if ('convertTo' in work)
      return await this.#client.convert(file, { to: work.convertTo, options, ...watching });
    if (files.length === 1)
      return await this.#client.convert(file, { type: work.type, options, ...watching });
    return await this.#client.combine(groupByRole(files), { type: work.type, options, ...watching });
  }

  async estimate(work: Work, files: Filled<InputFile>): Promise<Estimate> {
    if ('recipe' in work) throw new CommandError('Only single jobs can be estimated, not recipes.');
    const { options } = work;
    if ('convertTo' in work)
      return this.#ask(this.#client.estimate(files[0].path, { to: work.convertTo, options }));
    if (files.length === 1)
      return this.#ask(this.#client.estimate(files[0].path, { type: work.type, options }));
    const declared = await Promise.all(
      files.map(async ({ path, filename, role }) => ({
        filename,
        fileSize: (await stat(path)).size,
        contentType: 'application/octet-stream',
        ...(role !== undefined && { role }),
      })),
    );
    return this.#ask(this.#client.jobs.estimate({ type: work.type, files: declared, options }));
  }

  async #fetch(result: Result, { dir, signal, onProgress }: Watcher): Promise<OutputFile[]> {
    const place = makePlacing();
    const outputs: OutputFile[] = [];
    for await (const file of result.eachFile({ signal })) {
      if (outputs.length >= result.fileCount)
        throw new CommandError(`${this.place} lists more files than the ${result.fileCount} it announced.`);
      onProgress((100 * outputs.length) / result.fileCount, 'downloading');
      // The path is made from our own count, so that nothing from the server becomes part of it.
      const path = join(dir, `${outputs.length}`);
      await (await result.download(file, { signal })).saveTo(path);
      outputs.push({ path, size: file.size, ...place(file.filename, file.metadata) });
    }
    return outputs;
  }

  async #findRecipe(name: string) {
    const recipes = await this.recipes();
    const found = recipes.find(recipe => recipe.name === name || recipe.id === name);
    if (found) return found;
    const names =
      recipes.map(recipe => recipe.name).join(', ') || 'none yet. Create one with `filemill recipe create`';
    throw new CommandError(`There is no recipe ${name} on ${this.place}. Recipes: ${names}.`);
  }

  async recipes(): Promise<RecipeInfo[]> {
    const recipes: RecipeInfo[] = [];
    const collect = async () => {
      for await (const recipe of this.#client.recipes.each()) recipes.push(recipe);
    };
    await this.#ask(collect());
    return recipes;
  }

  createRecipe(recipe: Parameters<Backend['createRecipe']>[0]) {
    return this.#ask(this.#client.recipes.create(recipe));
  }

  readonly jobs: NonNullable<Backend['jobs']> = {
    list: async query => (await this.#ask(this.#client.jobs.list(query as { limit: number }))).jobs,
    get: id => this.#ask(this.#client.jobs.get(id)),
    cancel: id => this.#ask(this.#client.jobs.cancel(id)),
  };

  async #createBatch(
    work: Work,
    files: readonly InputFile[],
    onUploaded: (count: number) => void = () => {},
  ) {
    if ('convertTo' in work) throw new CommandError('A batch needs a job type or a recipe.');
    const inputs: { inputArtifactId: string }[] = [];
    for (const { path, filename } of files) {
      const data = await openAsBlob(path);
      const artifact = await this.#client.artifacts.create({
        filename,
        fileSize: data.size,
        contentType: 'application/octet-stream',
      });
      const { headers, resumableUrl } = artifact.upload!;
      await this.#client.upload(artifact.uploadUrl!, data, { headers, resumableUrl });
      inputs.push({ inputArtifactId: artifact.id });
      onUploaded(inputs.length);
    }
    return this.#client.batches.create(
      'recipe' in work
        ? { recipeId: (await this.#findRecipe(work.recipe)).id, inputs }
        : { type: work.type, options: work.options, inputs },
    );
  }

  readonly batches: NonNullable<Backend['batches']> = {
    create: (work, files, onUploaded) => this.#ask(this.#createBatch(work, files, onUploaded)),
    get: id => this.#ask(this.#client.batches.get(id)),
    wait: (id, onState) => this.#ask(this.#client.batches.wait(id, { onState })),
    cancel: id => this.#ask(this.#client.batches.cancel(id)),
    retry: id => this.#ask(this.#client.batches.retry(id)),
  };

  readonly recipeVersions: NonNullable<Backend['recipeVersions']> = {
    update: async (recipe, change) =>
      this.#ask(this.#client.recipes.update((await this.#findRecipe(recipe)).id, change)),
    list: async recipe => this.#ask(this.#client.recipes.versions((await this.#findRecipe(recipe)).id)),
    restore: async (recipe, version) =>
      this.#ask(this.#client.recipes.restore((await this.#findRecipe(recipe)).id, version)),
  };

  readonly goldenFiles: NonNullable<Backend['goldenFiles']> = {
    list: async recipe => this.#ask(this.#client.goldenFiles.list((await this.#findRecipe(recipe)).id)),
    add: async (recipe, golden) =>
      this.#ask(this.#client.goldenFiles.add((await this.#findRecipe(recipe)).id, golden)),
    check: id => this.#ask(this.#client.goldenFiles.check(id)),
    wait: id => this.#ask(this.#client.goldenFiles.wait(id)),
    accept: id => this.#ask(this.#client.goldenFiles.accept(id)),
    remove: id => this.#ask(this.#client.goldenFiles.remove(id)),
  };

  readonly triggers: NonNullable<Backend['triggers']> = {
    list: () => this.#ask(this.#client.triggers.list()),
    create: trigger => this.#ask(this.#client.triggers.create(trigger)),
    update: (id, change) => this.#ask(this.#client.triggers.update(id, change)),
    delete: id => this.#ask(this.#client.triggers.delete(id)),
    log: async id => (await this.#ask(this.#client.triggers.log(id, { limit: 100 }))).entries,
  };

  readonly connections: NonNullable<Backend['connections']> = {
    list: () => this.#ask(this.#client.connections.list()),
    create: connection => this.#ask(this.#client.connections.create(connection)),
    update: (id, change) => this.#ask(this.#client.connections.update(id, change)),
    delete: id => this.#ask(this.#client.connections.delete(id)),
  };

  async close(): Promise<void> {}
}

export const openServer = (account: Account): Backend => new Server(account);
