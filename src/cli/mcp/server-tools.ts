import type { NewTrigger } from '@filemill/client';
import { type Backend, compareModes } from '../backend/backend.ts';
import { type Arguments, closeSchema, requireText, type ToolSchema } from './arguments.ts';

/** A tool that only asks the server, and returns its answer. */
interface ServerTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  asks(backend: Backend, given: Arguments): Promise<unknown>;
}

const id = { type: 'string' };
const readTriggerId = (given: Arguments): string => requireText(given, 'id', 'one that list_triggers shows');
const readRecipeName = (given: Arguments): string =>
  requireText(given, 'recipe', 'one that list_recipes shows');
const recipe = { type: 'string', description: "The recipe's name." };

const triggerTools: ServerTool[] = [
  {
    name: 'list_triggers',
    title: 'List triggers',
    description: 'Lists the triggers, which start batches on a schedule or for new files of a connection.',
    inputSchema: closeSchema({}, []),
    asks: ({ triggers }) => triggers!.list(),
  },
  {
    name: 'create_trigger',
    title: 'Create a trigger',
    description:
      'Starts batches at the times of a schedule, or for every new file of a connection, each exactly once.',
    inputSchema: closeSchema(
      {
        trigger: {
          type: 'object',
          description:
            'As for POST /triggers: { name, type and options, or recipeId, output?, and watch: { connection, prefix, pattern } or schedule: { cron, timeZone } with inputs }.',
        },
      },
      ['trigger'],
    ),
    asks: ({ triggers }, { trigger }) => triggers!.create(trigger as NewTrigger),
  },
  {
    name: 'switch_trigger',
    title: 'Pause or resume a trigger',
    description: 'Keeps a trigger from starting batches, or lets it start them again.',
    inputSchema: closeSchema({ id, enabled: { type: 'boolean' } }, ['id', 'enabled']),
    asks: ({ triggers }, given) =>
      triggers!.update(readTriggerId(given), { enabled: given.enabled === true }),
  },
  {
    name: 'read_trigger_log',
    title: 'Read the log of a trigger',
    description: 'Shows which batches a trigger started, what it skipped, and why.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: ({ triggers }, given) => triggers!.log(readTriggerId(given)),
  },
  {
    name: 'delete_trigger',
    title: 'Delete a trigger',
    description: 'Deletes a trigger with its log. Batches that it started continue.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: async ({ triggers }, given) => {
      await triggers!.delete(readTriggerId(given));
      return { deleted: given.id };
    },
  },
];

const recipeTools: ServerTool[] = [
  {
    name: 'list_recipe_versions',
    title: 'List the versions of a recipe',
    description: 'Lists the saved versions of a recipe, the newest first.',
    inputSchema: closeSchema({ recipe }, ['recipe']),
    asks: ({ recipeVersions }, given) => recipeVersions!.list(readRecipeName(given)),
  },
  {
    name: 'restore_recipe_version',
    title: 'Restore a version of a recipe',
    description: 'Saves a former version of a recipe as its newest one.',
    inputSchema: closeSchema({ recipe, version: { type: 'integer' } }, ['recipe', 'version']),
    asks: ({ recipeVersions }, given) =>
      recipeVersions!.restore(readRecipeName(given), Number(given.version)),
  },
];

const readGoldenId = (given: Arguments): string =>
  requireText(given, 'id', 'one that list_golden_files shows');

const goldenTools: ServerTool[] = [
  {
    name: 'list_golden_files',
    title: 'List golden files',
    description: 'Lists the accepted results of a recipe with the outcomes of their last checks.',
    inputSchema: closeSchema({ recipe }, ['recipe']),
    asks: ({ goldenFiles }, given) => goldenFiles!.list(readRecipeName(given)),
  },
  {
    name: 'add_golden_file',
    title: 'Add a golden file',
    description:
      'Accepts the result of a completed run. Later versions of the recipe and of engines must make the same of its input.',
    inputSchema: closeSchema(
      {
        recipe,
        runId: { type: 'string' },
        by: { type: 'string', enum: compareModes },
        tolerance: {
          type: 'number',
          description: 'The share of lines, pixels or bytes that may differ, from 0 to 1.',
        },
      },
      ['recipe', 'runId'],
    ),
    asks: ({ goldenFiles }, { by, tolerance, ...given }) =>
      goldenFiles!.add(readRecipeName(given), {
        runId: requireText(given, 'runId', 'a completed run of the recipe'),
        compare: { ...(by !== undefined && { by }), ...(tolerance !== undefined && { tolerance }) } as object,
      }),
  },
  {
    name: 'check_golden_file',
    title: 'Check a golden file',
    description: 'Runs the recipe on the input again, and shows what differs from the accepted result.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: async ({ goldenFiles }, given) => {
      await goldenFiles!.check(readGoldenId(given));
      return goldenFiles!.wait(readGoldenId(given));
    },
  },
  {
    name: 'accept_golden_file',
    title: 'Accept the new result of a golden file',
    description: 'Accepts the result of the last check in place of the former one.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: ({ goldenFiles }, given) => goldenFiles!.accept(readGoldenId(given)),
  },
  {
    name: 'remove_golden_file',
    title: 'Remove a golden file',
    description: 'Removes a golden file with its copies of the files.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: async ({ goldenFiles }, given) => {
      await goldenFiles!.remove(readGoldenId(given));
      return { removed: given.id };
    },
  },
];

/** The tools of servers only, which keep connections, batches, triggers, and versions and golden files of recipes. */
export const serverTools: ServerTool[] = [
  {
    name: 'read_batch',
    title: 'Read a batch',
    description: 'Shows the number of files in each state, and once it has ended the address of a zip.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: ({ batches }, given) => batches!.get(requireText(given, 'id', 'one that run_batch returned')),
  },
  {
    name: 'list_connections',
    title: 'List connections',
    description:
      'Lists the places where the workspace keeps files, whose names are used as { connection, key } of a file or of output.',
    inputSchema: closeSchema({}, []),
    asks: ({ connections }) => connections!.list(),
  },
  ...triggerTools,
  ...recipeTools,
  ...goldenTools,
];
