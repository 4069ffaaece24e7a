import type { Backend, JobTypeInfo, Schema, Work } from '../backend/backend.ts';
import { type Arguments, closeSchema, requireText, type ToolSchema } from './arguments.ts';
import { describeFiles, type FileArgument, file, listByRole, listInOrder } from './file-arguments.ts';
import { serverTools } from './server-tools.ts';

/** A tool and how its arguments are turned into work. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  /** Returns the work of a tool that processes files. */
  makeWork?(given: Arguments): Work;
  /** The work that the tool estimates instead of running it. */
  estimates?(given: Arguments): Work;
  /** The work that the tool starts as a batch. */
  startsBatch?(given: Arguments): Work;
  /** Asks the server instead of processing files. */
  asks?(backend: Backend, given: Arguments): Promise<unknown>;
  /** Lists the files of a call in order, with their roles if they were given by these. */
  listFiles?(given: Arguments): FileArgument[];
}

const saveTo = {
  type: 'string',
  description:
    'A folder to write the results to, if one is open for writing. By default, results are resources.',
};
const overwrite = {
  type: 'boolean',
  description: 'Whether a file in save_to may be overwritten. Default false.',
};

export const describeOptions = ({ id, options }: JobTypeInfo): object => ({
  ...(options as object),
  properties: options.properties ?? {},
  // Options with a default are not required.
  required: (options.required ?? []).filter(name => options.properties?.[name]?.default === undefined),
  description: `Options of ${id}.`,
});

const readOptions = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

const describeOutput = {
  output: {
    type: 'object',
    description:
      'A connection of the server that the results are also written to, such as { "connection": "archive", "key": "{date}/{name}.{ext}" }.',
    properties: { connection: { type: 'string' }, key: { type: 'string' } },
    required: ['connection', 'key'],
    additionalProperties: false,
  },
};

const describeSettings = (server: boolean): Record<string, object> =>
  server
    ? {
        reuse: {
          type: 'boolean',
          description: 'Whether to take an earlier result of the same file and options, free of charge.',
        },
        ...describeOutput,
      }
    : {};

const readSettings = ({ reuse, output }: Arguments): Pick<Work, 'settings'> => ({
  settings: {
    ...(reuse === true && { reuse }),
    ...(output !== undefined && { output: output as { connection: string; key: string } }),
  },
});

const makeTool = (name: string, type: JobTypeInfo, server: boolean): Tool => ({
  name,
  title: type.title,
  description: type.summary,
  listFiles: given => listByRole(type, given),
  inputSchema: {
    type: 'object',
    properties: {
      ...describeFiles(type).properties,
      options: describeOptions(type),
      save_to: saveTo,
      overwrite,
      ...describeSettings(server),
    },
    required: describeFiles(type).required,
  },
  makeWork: given => ({ type: type.id, options: readOptions(given.options), ...readSettings(given) }),
});

const free: Schema & { additionalProperties: boolean } = {
  type: 'object',
  additionalProperties: true,
  description: 'Options of the job type; list_job_types shows them.',
};

/** Its files are only measured, so that it makes no work of its own. */
const estimateTool: Tool = {
  name: 'estimate_job',
  title: 'Estimate a job',
  description:
    'Says whether a job would be accepted, which engines would run, the expected milliseconds, operations and credits. Runs nothing.',
  inputSchema: closeSchema(
    {
      type: { type: 'string', description: 'A job type; list_job_types lists them.' },
      file,
      files: { type: 'array', items: file, description: 'Instead of `file`, if the job type takes several.' },
      options: free,
    },
    ['type'],
  ),
  listFiles: listInOrder,
  estimates: given => ({
    type: requireText(given, 'type', '"pdf-split"'),
    options: readOptions(given.options),
  }),
};

const batchTool: Tool = {
  name: 'run_batch',
  title: 'Run a batch',
  description:
    'Runs one job type on many files on the server, and returns the batch at once. read_batch shows its progress.',
  inputSchema: closeSchema(
    {
      type: { type: 'string', description: 'A job type that takes one file; list_job_types lists them.' },
      files: { type: 'array', items: file, minItems: 1, description: 'The files.' },
      options: free,
    },
    ['type', 'files'],
  ),
  listFiles: listInOrder,
  startsBatch: given => ({
    type: requireText(given, 'type', '"image-convert"'),
    options: readOptions(given.options),
  }),
};

/** Makes the tools from the declarations of the job types. `server`: it keeps results, and knows how long jobs took. */
export function makeTools(types: JobTypeInfo[], { server }: { server: boolean }): Tool[] {
  return [
    {
      name: 'convert',
      title: 'Convert a file',
      description: `Converts a file to another format: documents, spreadsheets, data, images, PDF pages to images, and the text of scans and recordings. Formats by extension, such as pdf, docx, md, xlsx, csv, json, png, jpeg.`,
      inputSchema: closeSchema(
        {
          file,
          to: { type: 'string', description: 'The format to convert to, for example "pdf".' },
          options: {
            ...free,
            description: 'Options of the conversion, such as { "quality": 80 } or { "pages": "1-3" }.',
          },
          save_to: saveTo,
          overwrite,
          ...describeSettings(server),
        },
        ['file', 'to'],
      ),
      listFiles: listInOrder,
      makeWork: given => ({
        convertTo: requireText(given, 'to', '"pdf"'),
        options: readOptions(given.options),
        ...readSettings(given),
      }),
    },
    ...types.flatMap(type => (type.verb ? [makeTool(type.verb.tool, type, server)] : [])),
    {
      name: 'run_job',
      title: 'Run any job type',
      description: `Runs one of the job types: ${types
        .map(({ id }) => id)
        .join(', ')}. list_job_types shows the options of each. Most take a file, some several files.`,
      inputSchema: closeSchema(
        {
          type: { type: 'string', enum: types.map(({ id }) => id) },
          file,
          files: {
            type: 'array',
            items: file,
            description: 'Instead of `file`, if the job type takes several files: in the order of its roles.',
          },
          options: free,
          save_to: saveTo,
          overwrite,
          ...describeSettings(server),
        },
        ['type'],
      ),
      listFiles: listInOrder,
      makeWork: given => ({
        type: requireText(given, 'type', '"pdf-split"'),
        options: readOptions(given.options),
        ...readSettings(given),
      }),
    },
    {
      name: 'run_recipe',
      title: 'Run a recipe',
      description: 'Runs a saved recipe, a sequence of job types, on a file. list_recipes shows the recipes.',
      inputSchema: closeSchema(
        {
          recipe: { type: 'string', description: "The recipe's name." },
          file,
          save_to: saveTo,
          overwrite,
          ...(server && describeOutput),
        },
        ['recipe', 'file'],
      ),
      listFiles: listInOrder,
      makeWork: ({ reuse: _, ...given }) => ({
        recipe: requireText(given, 'recipe', 'one that list_recipes shows'),
        ...readSettings(given),
      }),
    },
    ...(server ? [estimateTool, batchTool, ...serverTools] : []),
    {
      name: 'list_job_types',
      title: 'List job types',
      description:
        'Lists the job types with the formats they accept, or shows the options of one as a JSON schema.',
      inputSchema: closeSchema({ type: { type: 'string' } }, []),
    },
    {
      name: 'list_recipes',
      title: 'List recipes',
      description: 'Lists the saved recipes with the formats they accept.',
      inputSchema: closeSchema({}, []),
    },
    {
      name: 'read_job',
      title: 'Read a job',
      description:
        'Shows the progress of a job, its results, or why it failed. Give the id that a tool returned (call-1), or the id of a job on the server.',
      inputSchema: closeSchema({ id: { type: 'string' } }, ['id']),
    },
  ];
}
