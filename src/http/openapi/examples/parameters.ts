import { exampleTime, exampleUuid, makeExampleId } from './ids.ts';

interface Words {
  description: string;
  example?: unknown;
}

/** The description and example of `{id}`, by the part of the address before it. */
const ids: Record<string, Words> = {
  jobs: { description: 'The id of the job.', example: makeExampleId('job') },
  batches: { description: 'The id of the batch.', example: makeExampleId('batch') },
  recipes: { description: 'The id of the recipe.', example: makeExampleId('recipe') },
  'recipe-runs': { description: 'The id of the run.', example: makeExampleId('run') },
  artifacts: { description: 'The id of the artifact.', example: makeExampleId('artifact') },
  'golden-files': { description: 'The id of the golden file.', example: makeExampleId('goldenFile') },
  triggers: { description: 'The id of the trigger.', example: makeExampleId('trigger') },
  connections: { description: 'The id or the name of the connection.', example: makeExampleId('connection') },
  'job-types': { description: 'The id of the job type.', example: 'pdf-rotate' },
  sessions: { description: 'The id of the session.', example: makeExampleId('session') },
  workspaces: { description: 'The id of the workspace.', example: makeExampleId('workspace') },
  invitations: { description: 'The id of the invitation.', example: makeExampleId('invitation') },
  keys: { description: 'The id of the key.', example: makeExampleId('key') },
  webhooks: { description: 'The id of the webhook.', example: makeExampleId('webhook') },
};

/** The description and example of other parameters by their name, where the schema has none. */
const named: Record<string, Words> = {
  workspaceId: { description: 'The id of the workspace.', example: makeExampleId('workspace') },
  jobId: { description: 'The id of the job.', example: makeExampleId('job') },
  runId: { description: 'The id of the run.', example: makeExampleId('run') },
  userId: { description: 'The id of the member.', example: makeExampleId('user') },
  eventId: { description: 'The id of the event.', example: makeExampleId('event') },
  webhookId: { description: 'The id of the webhook.', example: makeExampleId('webhook') },
  keyId: { description: 'The id of the key.', example: makeExampleId('key') },
  artifactId: { description: 'The id of the artifact.', example: makeExampleId('artifact') },
  diagnosticId: {
    description: 'As `failure.diagnosticId` of the job says.',
    example: exampleUuid,
  },
  jobType: { description: 'The id of the job type.', example: 'pdf-rotate' },
  outputFormat: { description: 'The requested format.', example: 'pdf' },
  version: { description: 'The number of the version.', example: '1' },
  index: { description: 'Which input, from 0.', example: '0' },
  filename: { description: 'The name of the file.', example: 'contract.pdf' },
  limit: { description: 'The maximum number of items.', example: 20 },
  cursor: { description: 'The `nextCursor` of the page before.' },
  status: { description: 'Only those in this state.' },
  type: { description: 'Only those of this type.' },
  source: { description: 'Only those of this source.' },
  reason: { description: 'Only those for this reason.' },
  engine: { description: 'Only those of jobs that need this engine.', example: 'libreoffice' },
  createdAfter: { description: 'Only those created after this time.', example: exampleTime },
  createdBefore: { description: 'Only those created before this time.', example: '2026-02-01T00:00:00.000Z' },
  order: { description: 'Which come first.' },
  unit: { description: 'How long a window is.' },
  by: { description: 'What the shares are of.' },
  size: { description: 'The size that was declared, in bytes.', example: '842134' },
  expires: { description: 'When the address ends, in Unix seconds.', example: '1767607200' },
  signature: {
    description: 'A signature over the whole URL: no part of it can be changed.',
    example: 'Zm9v',
  },
  'idempotency-key': {
    description:
      'A key of your choice, of 1 to 255 visible characters: repeating a request with the same key creates nothing twice.',
    example: 'order-4711',
  },
  'last-event-id': { description: 'The last event seen: what came after it is told.' },
  'Upload-Offset': { description: 'How many bytes were sent before.', example: 524288 },
  'Tus-Resumable': { description: 'The version of the tus protocol.', example: '1.0.0' },
};

export function findWords(path: string, name: string): Words | undefined {
  if (name !== 'id') return named[name];
  const before = path.split('/').at(path.split('/').lastIndexOf('{id}') - 1)!;
  return ids[before];
}
