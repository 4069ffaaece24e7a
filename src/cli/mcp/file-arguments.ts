import type { JobTypeInfo } from '../backend/backend.ts';
import type { Arguments } from './arguments.ts';
import { ToolError } from './roots.ts';

/** A file as a call gives it, not read yet. */
export interface FileArgument {
  value: unknown;
  role?: string;
}

/** The schema of an argument that is a file. */
export const file = {
  description:
    'The file: a path in a folder that is open to this server, or { name, data } with its bytes in base64, { name, text }, { url } of a file on the web, or { connection, key } of a file of a connection of the server. The name must have the right extension.',
  anyOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { name: { type: 'string' }, data: { type: 'string' }, text: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { url: { type: 'string' } },
      required: ['url'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { connection: { type: 'string' }, key: { type: 'string' } },
      required: ['connection', 'key'],
      additionalProperties: false,
    },
  ],
};
const files = { type: 'array', items: file, minItems: 2, description: 'The files, in the right order.' };

type Role = NonNullable<JobTypeInfo['roles']>[number];

/** Names the argument of each role: `file` for the only file that a job type needs, and otherwise the role. */
const nameArguments = ({ inputs, roles = [] }: JobTypeInfo): { name: string; role: Role }[] =>
  roles.map((role, index) => ({ name: inputs === 'one' && index === 0 ? 'file' : role.name, role }));

const describeRole = ({ title, many }: Role): object =>
  many
    ? { type: 'array', items: file, description: `${title} Each is given like other files.` }
    : { ...file, description: `${title} ${file.description}` };

/** Describes the arguments for the files of a job type. */
export function describeFiles(type: JobTypeInfo): { properties: Record<string, object>; required: string[] } {
  const roles = nameArguments(type);
  if (roles.length === 0)
    return type.inputs === 'many'
      ? { properties: { files }, required: ['files'] }
      : { properties: { file }, required: ['file'] };
  return {
    properties: Object.fromEntries(roles.map(({ name, role }) => [name, describeRole(role)])),
    required: roles.filter(({ role }) => !role.optional).map(({ name }) => name),
  };
}

/** Lists the files that a call gives as `file`, or in order as `files`. */
export function listInOrder(given: Arguments): FileArgument[] {
  if (given.file !== undefined) return [{ value: given.file }];
  if (given.files === undefined) throw new ToolError('Give `file`, or several in order as `files`.');
  return (Array.isArray(given.files) ? given.files : []).map(value => ({ value }));
}

/** Lists the files that a call gives for the roles of a job type. */
export function listByRole(type: JobTypeInfo, given: Arguments): FileArgument[] {
  const roles = nameArguments(type);
  if (roles.length === 0) return listInOrder(given);
  return roles.flatMap(({ name, role }) => {
    const value = given[name];
    if (value === undefined && !role.optional) throw new ToolError(`Give \`${name}\`. ${role.title}`);
    if (value === undefined) return [];
    const values: unknown[] = role.many && Array.isArray(value) ? value : [value];
    return values.map(each => ({ value: each, role: role.name }));
  });
}
