import { listOperations, type OpenApi, type Schema } from './document.ts';

function allowLeavingOut(schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, required } = schema as Schema;
  if (properties && Array.isArray(required)) {
    const needed = required.filter(name => properties[name]?.default === undefined);
    if (needed.length > 0) (schema as Schema).required = needed;
    else delete (schema as Schema).required;
  }
  for (const part of Object.values(schema)) allowLeavingOut(part);
}

/** Makes fields with a default optional in requests. In answers they stay required, because a job always has them. */
export function letDefaultsBeLeftOut(document: OpenApi): void {
  for (const [, { parameters = [], requestBody }] of listOperations(document)) {
    for (const parameter of parameters)
      if (parameter.schema?.default !== undefined) parameter.required = false;
    allowLeavingOut(requestBody?.content);
  }
}
