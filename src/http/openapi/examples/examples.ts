import { listOperations, type OpenApi } from '../document.ts';
import { findWords } from './parameters.ts';
import { requests } from './requests.ts';

const readSchemaName = (ref: string | undefined): string | undefined =>
  ref?.match(/^#\/components\/schemas\/(\w+)$/)?.[1];

/** Gives every parameter, body and answer an example. `answers` has the examples of answers by the name of their schema. */
export function showExamples(document: OpenApi, answers: Record<string, object>): void {
  const used: Record<string, object> = {};
  for (const [path, { operationId = '', parameters = [], requestBody, responses }] of listOperations(
    document,
  )) {
    for (const parameter of parameters) {
      const words = findWords(path, parameter.name);
      const description = parameter.description ?? parameter.schema?.description ?? words?.description;
      if (description !== undefined) parameter.description = description;
      if (words?.example !== undefined) parameter.example ??= words.example;
    }
    const body = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
    const shown = Object.entries(requests[operationId] ?? {});
    if (body) body.examples = Object.fromEntries(shown.map(([name, value]) => [name, { value }]));
    for (const { content } of Object.values(responses)) {
      const answer = content?.['application/json'];
      const name = readSchemaName(answer?.schema?.$ref);
      if (!answer || !name || !answers[name]) continue;
      used[name] = { value: answers[name] };
      answer.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    }
  }
  document.components.examples = used;
}
