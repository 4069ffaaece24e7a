import type { App } from '../app.ts';
import { letDefaultsBeLeftOut } from './defaults.ts';
import { listOperations, type OpenApi } from './document.ts';
import type { ApiDocument } from './documents.ts';
import { showExamples } from './examples/examples.ts';
import { makeExampleRefusal } from './examples/refusals.ts';
import { describeHeaders } from './headers.ts';
import { dropUnused, nameRefusals, nameSchemas } from './names.ts';
import { describeWebhooks } from './webhooks.ts';

/** Makes the OpenAPI document of an API from its routes, in a form that generators of clients handle well. */
export function describeApi(app: App, { answers, counted, webhooks }: ApiDocument): OpenApi {
  const document = structuredClone(app.swagger()) as unknown as OpenApi;
  // The framework appends the HTTP method to these operation ids.
  for (const [, operation] of listOperations(document))
    operation.operationId &&= operation.operationId.replace(/-head$/, '');
  letDefaultsBeLeftOut(document);
  nameSchemas(document);
  showExamples(document, answers);
  describeHeaders(document, counted);
  nameRefusals(document, makeExampleRefusal);
  if (webhooks) document.webhooks = describeWebhooks(answers.Event!);
  dropUnused(document);
  return document;
}
