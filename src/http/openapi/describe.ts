import type { App } from '../app.ts';
import { letDefaultsBeLeftOut } from './defaults.ts';
import { listOperations, type OpenApi } from './document.ts';
import type { ApiDocument } from './documents.ts';
import { showExamples } from './examples/examples.ts';
import { makeExampleRefusal } from './examples/refusals.ts';
import { describeHeaders } from './headers.ts';
import { dropUnused, nameRefusals, nameSchemas } from './names.ts';
import { describeWebhooks } from './webhooks.ts';

/** The document of an API: what its routes say of themselves, made easy to generate a client from. */
export function describeApi(app: App, { answers, counted, webhooks }: ApiDocument): OpenApi {
  const document = structuredClone(app.swagger()) as unknown as OpenApi;
  // The framework puts the verb behind the names of these.
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
