import { isDeepStrictEqual } from 'node:util';

interface Operation {
  parameters?: { name: string }[];
  responses?: Record<string, { headers?: object; content?: Record<string, { examples?: object }> }>;
  security?: unknown;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
  components: {
    schemas: Record<string, unknown>;
    responses?: unknown;
    headers?: unknown;
    examples?: unknown;
  };
}

/** Removes error responses, which all have the same shape, `Error`. */
export function keepWhatACallerTypes(document: Document): Document {
  const { webhooks: _, ...kept } = document;
  for (const operations of Object.values(kept.paths))
    for (const { responses = {} } of Object.values(operations))
      for (const [status, answer] of Object.entries(responses)) {
        if (Number(status) >= 400) delete responses[status];
        delete answer.headers;
        for (const content of Object.values(answer.content ?? {})) delete content.examples;
      }
  return { ...kept, components: { schemas: document.components.schemas } };
}

/** Removes the schemas that the paths do not use. */
export function keepReachedSchemas(document: Document): Document {
  const { schemas } = document.components;
  const reached = new Set<string>();
  const reach = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name!)) continue;
      reached.add(name!);
      reach(schemas[name!]);
    }
  };
  reach(document.paths);
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name];
  return document;
}

const inWorkspace = '/workspaces/{workspaceId}';

/** Removes the workspace's copies of public endpoints, because the same code calls both. */
export function removeSharedPaths(known: Document, document: Document): Document {
  const removeWorkspace = ({ security: _, parameters = [], ...rest }: Operation) => ({
    ...rest,
    parameters: parameters.filter(({ name }) => name !== 'workspaceId'),
  });
  for (const [path, operations] of Object.entries(document.paths)) {
    const same = known.paths[path.slice(inWorkspace.length)];
    for (const [verb, operation] of Object.entries(operations))
      if (same?.[verb] && isDeepStrictEqual(removeWorkspace(operation), removeWorkspace(same[verb])))
        delete operations[verb];
    if (Object.keys(operations).length === 0) delete document.paths[path];
  }
  return document;
}
