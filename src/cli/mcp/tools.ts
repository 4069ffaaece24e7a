import type { JobTypeInfo, Schema, Work } from '../backend/backend.ts';
import { ToolError } from './roots.ts';

type Arguments = Record<string, unknown>;

/** A tool and how its arguments are turned into work. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; properties: Record<string, object>; required: string[] };
  /** Absent for tools that do not process files. */
  makeWork?(given: Arguments): Work;
  /** Returns true if a call gives `files`, not `file`. */
  takesMany?(given: Arguments): boolean;
}

const file = {
  description:
    'The file: a path in a folder that is open to this server, or { name, data } with its bytes in base64, or { name, text }. The name must have the right extension.',
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { name: { type: 'string' }, data: { type: 'string' }, text: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
  ],
};
const describeFiles = (roles: JobTypeInfo['roles']): object => ({
  type: 'array',
  items: file,
  minItems: roles ? roles.filter(({ optional }) => !optional).length : 2,
  description: roles
    ? `The files, in this order. ${roles.map(({ name, title }) => `${name}: ${title}`).join(' ')}`
    : 'The files, in the right order.',
});
const saveTo = {
  type: 'string',
  description:
    'A folder to write the results to, if one is open for writing. By default, results are resources.',
};
const overwrite = {
  type: 'boolean',
  description: 'Whether a file in save_to may be overwritten. Default false.',
};

const describeOptions = ({ id, options }: JobTypeInfo, without: string[] = []): object => ({
  ...(options as object),
  properties: Object.fromEntries(
    Object.entries(options.properties ?? {}).filter(([name]) => !without.includes(name)),
  ),
  // Options with a default are not required.
  required: (options.required ?? []).filter(
    name => !without.includes(name) && options.properties?.[name]?.default === undefined,
  ),
  description: `Options of ${id}.`,
});

const readOptions = (value: unknown): Record<string, unknown> => (value ?? {}) as Record<string, unknown>;

function requireText(given: Arguments, name: string, example: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value === '') throw new ToolError(`Give ${name}, for example ${example}.`);
  return value;
}

const makeTool = (name: string, type: JobTypeInfo, description = type.summary): Tool => ({
  name,
  title: type.title,
  description,
  takesMany: () => type.inputs === 'many',
  inputSchema: {
    type: 'object',
    properties: {
      ...(type.inputs === 'many' ? { files: describeFiles(type.roles) } : { file }),
      options: describeOptions(type),
      save_to: saveTo,
      overwrite,
    },
    required: [type.inputs === 'many' ? 'files' : 'file'],
  },
  makeWork: given => ({ type: type.id, options: readOptions(given.options) }),
});

const closeSchema = (properties: Record<string, object>, required: string[]): Tool['inputSchema'] => ({
  type: 'object',
  properties,
  required,
});

const free: Schema & { additionalProperties: boolean } = {
  type: 'object',
  additionalProperties: true,
  description: 'Options of the job type; list_job_types shows them.',
};

/** Makes the tools from the declarations of the job types. */
export function makeTools(types: JobTypeInfo[]): Tool[] {
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
        },
        ['file', 'to'],
      ),
      makeWork: given => ({
        convertTo: requireText(given, 'to', '"pdf"'),
        options: readOptions(given.options),
      }),
    },
    ...types.flatMap(type => (type.verb ? [makeTool(type.verb.tool, type)] : [])),
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
            description: 'Instead of `file`, if the job type takes several files, in the right order.',
          },
          options: free,
          save_to: saveTo,
          overwrite,
        },
        ['type'],
      ),
      takesMany: given => types.some(({ id, inputs }) => id === given.type && inputs === 'many'),
      makeWork: given => ({
        type: requireText(given, 'type', '"pdf-split"'),
        options: readOptions(given.options),
      }),
    },
    {
      name: 'run_recipe',
      title: 'Run a recipe',
      description: 'Runs a saved recipe, a sequence of job types, on a file. list_recipes shows the recipes.',
      inputSchema: closeSchema(
        { recipe: { type: 'string', description: "The recipe's name." }, file, save_to: saveTo, overwrite },
        ['recipe', 'file'],
      ),
      makeWork: given => ({ recipe: requireText(given, 'recipe', 'one that list_recipes shows') }),
    },
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
