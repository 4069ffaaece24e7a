import type { NewTrigger } from '@filemill/client';
import type { Backend } from '../backend/backend.ts';
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
const triggerId = (given: Arguments): string => requireText(given, 'id', 'one that list_triggers shows');
const recipeName = (given: Arguments): string => requireText(given, 'recipe', 'one that list_recipes shows');
const recipe = { type: 'string', description: "The recipe's name." };

const triggerTools: ServerTool[] = [
  {
    name: 'list_triggers',
    title: 'List triggers',
    description: 'Lists what starts batches by itself: schedules, and new files of connections.',
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
    asks: ({ triggers }, given) => triggers!.update(triggerId(given), { enabled: given.enabled === true }),
  },
  {
    name: 'read_trigger_log',
    title: 'Read the log of a trigger',
    description: 'Shows which batches a trigger started, what it skipped, and why.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: ({ triggers }, given) => triggers!.log(triggerId(given)),
  },
  {
    name: 'delete_trigger',
    title: 'Delete a trigger',
    description: 'Deletes a trigger with its log. Batches that it started go on.',
    inputSchema: closeSchema({ id }, ['id']),
    asks: async ({ triggers }, given) => {
      await triggers!.delete(triggerId(given));
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
    asks: ({ recipeVersions }, given) => recipeVersions!.list(recipeName(given)),
  },
  {
    name: 'restore_recipe_version',
    title: 'Restore a version of a recipe',
    description: 'Saves a former version of a recipe as its newest one.',
    inputSchema: closeSchema({ recipe, version: { type: 'integer' } }, ['recipe', 'version']),
    asks: ({ recipeVersions }, given) => recipeVersions!.restore(recipeName(given), Number(given.version)),
  },
];

/** The tools of servers only, which keep connections, batches, triggers and versions of recipes. */
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
];
