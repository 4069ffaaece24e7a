import { isDeepStrictEqual } from 'node:util';

interface Schema {
  properties?: Record<string, { default?: unknown }>;
  required?: string[];
}
interface Operation {
  parameters?: { name: string; required?: boolean; schema?: { default?: unknown } }[];
  requestBody?: { content: object };
  responses?: Record<string, unknown>;
  security?: unknown;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** What has a default may be left out of a request, though the schema counts it among what a job always has. */
function letDefaultsBeLeftOut(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, required } = schema as Schema;
  if (properties && Array.isArray(required))
    (schema as Schema).required = required.filter(name => properties[name]?.default === undefined);
  for (const part of Object.values(schema)) letDefaultsBeLeftOut(part);
}

/** Leaves out what no caller writes a type for: every refusal has the one shape `Error`. */
export function keepWhatACallerTypes(document: Document): Document {
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      for (const status of Object.keys(operation.responses ?? {}))
        if (Number(status) >= 400) delete operation.responses![status];
      for (const parameter of operation.parameters ?? [])
        if (parameter.schema?.default !== undefined) parameter.required = false;
      letDefaultsBeLeftOut(operation.requestBody?.content);
    }
  return document;
}

const inWorkspace = '/workspaces/{workspaceId}';

/** Leaves out the workspace's copies of public endpoints: the same code calls both. */
export function withoutPathsOf(known: Document, document: Document): Document {
  const withoutWorkspace = ({ security: _, parameters = [], ...rest }: Operation) => ({
    ...rest,
    parameters: parameters.filter(({ name }) => name !== 'workspaceId'),
  });
  for (const [path, operations] of Object.entries(document.paths)) {
    const same = known.paths[path.slice(inWorkspace.length)];
    for (const [verb, operation] of Object.entries(operations))
      if (same?.[verb] && isDeepStrictEqual(withoutWorkspace(operation), withoutWorkspace(same[verb])))
        delete operations[verb];
    if (Object.keys(operations).length === 0) delete document.paths[path];
  }
  return document;
}
