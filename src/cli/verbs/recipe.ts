import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { Backend, NewRecipe } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { CommandError } from '../exit-codes.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';
import {
  addFileFlags,
  addPlaceFlags,
  type FileFlags,
  makeServerCommand,
  requireOfServer,
  workOnFiles,
} from './general.ts';
import { makeGoldenCommand } from './golden.ts';
import { readSteps } from './recipe-steps.ts';

interface CreateFlags {
  file?: string;
  step?: string[];
  description?: string;
  json?: boolean;
}

const addAnother = (text: string, before: string[] = []): string[] => [...before, text];

async function readFileSteps(path: string): Promise<Partial<NewRecipe>> {
  const text = path === '-' ? await readStdin() : await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) throw new CommandError(`There is no file ${path}.`);
  try {
    return JSON.parse(text) as Partial<NewRecipe>;
  } catch {
    throw new CommandError(`${path} is not valid JSON. It must be { "steps": [ … ] }, as for POST /recipes.`);
  }
}

async function readStdin(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
  return text;
}

const create = (backend: Backend) =>
  addPlaceFlags(new Command('create'))
    .description('save steps as a recipe')
    .argument('<name>', 'the name of the recipe')
    .option(
      '--step <step>',
      'a job type and its options, such as "ocr --output-format pdf"; repeat it for each step',
      addAnother,
    )
    .option('--file <path>', 'a JSON file with steps, as for POST /recipes; - for standard input')
    .option('--description <text>', 'the purpose of the recipe')
    .option('--json', 'print the recipe as JSON')
    .action(async (name: string, { file, step = [], description = '', json }: CreateFlags) => {
      if ((file === undefined) === (step.length === 0))
        throw new CommandError(
          'No steps were given. Use --step "ocr --output-format pdf" for each, or --file steps.json.',
        );
      const given = file === undefined ? {} : await readFileSteps(file);
      const steps = given.steps ?? readSteps(await backend.jobTypes(), step);
      const recipe = await backend.createRecipe({
        name,
        description: description || (given.description ?? ''),
        steps,
      });
      print(json, recipe, () => `${recipe.name} is saved. It accepts ${recipe.accepts.join(', ')}.`);
    });

const list = (backend: Backend) =>
  addPlaceFlags(new Command('list'))
    .description('list the recipes')
    .option('--json', 'print { recipes } as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const recipes = await backend.recipes();
      print(json, { recipes }, () =>
        formatTable([
          ['RECIPE', 'STEPS', 'TAKES', 'DESCRIPTION'],
          ...recipes.map(({ name, steps, accepts, description }) => [
            name,
            steps.map(({ jobType }) => jobType).join(' → '),
            accepts.length > 6 ? `${accepts.slice(0, 6).join(', ')}, …` : accepts.join(', '),
            description,
          ]),
        ]),
      );
    });

const run = (backend: Backend) =>
  addFileFlags(new Command('run'))
    .description('run a recipe on files')
    .argument('<name>', 'the recipe')
    .argument('<files...>', 'files, patterns, folders with -r, or - for standard input')
    .action((name: string, files: string[], flags: FileFlags) =>
      workOnFiles(backend, files, flags, { recipe: name }),
    );

const requireVersions = ({ recipeVersions }: Backend): NonNullable<Backend['recipeVersions']> =>
  requireOfServer(recipeVersions, 'keep versions of recipes');

const update = (backend: Backend) =>
  makeServerCommand('update', 'replace the steps of a recipe; the former version is kept')
    .argument('<name>', 'the recipe')
    .requiredOption('--file <path>', 'a JSON file with steps, as for POST /recipes; - for standard input')
    .action(async (name: string, { file, json }: JsonFlag & { file: string }) => {
      const { name: newName = name, description = '', steps = [] } = await readFileSteps(file);
      const saved = await requireVersions(backend).update(name, { name: newName, description, steps });
      print(json, saved, () => `${saved.name} is saved as version ${saved.version}.`);
    });

const makeVersionsCommand = (backend: Backend) =>
  makeServerCommand('versions', 'list the versions of a recipe')
    .argument('<name>', 'the recipe')
    .action(async (name: string, { json }: JsonFlag) => {
      const found = await requireVersions(backend).list(name);
      print(json, { versions: found }, () =>
        formatTable([
          ['VERSION', 'SAVED', 'NAME', 'DESCRIPTION'],
          ...found.map(({ version, savedAt, name, description, current }) => [
            `${version}${current ? ' (current)' : ''}`,
            savedAt,
            name,
            description,
          ]),
        ]),
      );
    });

const restore = (backend: Backend) =>
  makeServerCommand('restore', 'save a former version of a recipe as its newest one')
    .argument('<name>', 'the recipe')
    .argument('<version>', 'its number')
    .action(async (name: string, version: string, { json }: JsonFlag) => {
      const saved = await requireVersions(backend).restore(name, Number(version));
      print(
        json,
        saved,
        () => `Version ${version} of ${saved.name} is saved again as version ${saved.version}.`,
      );
    });

export async function makeRecipeCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words, { works: words[1] === 'run' });
  return [create, list, run, update, makeVersionsCommand, restore, makeGoldenCommand].reduce(
    (command, make) => command.addCommand(make(backend)),
    new Command('recipe'),
  );
}
