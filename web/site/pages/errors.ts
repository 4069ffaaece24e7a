import { type ErrorCode, errorTable } from '../../../src/contract/errors.ts';
import { failureCatalogue } from '../../../src/contract/failure-catalogue.ts';
import { warningCatalogue, warningDetails } from '../../../src/contract/warnings.ts';
import type { Page } from './page.ts';

/** The step that solves each error. */
const remedies: Record<ErrorCode, string> = {
  validation_failed: 'Correct the fields that `details` names. Do not retry unchanged.',
  invalid_file_type: 'Send a format that the job type accepts; the message names the one that was received.',
  invalid_state:
    'Fetch the job: its `status` does not allow this call, such as a download before it completed.',
  unauthorized: 'Send `Authorization: Bearer <key>` with a key that exists and was not revoked.',
  forbidden: 'Use a key with the scope that the message names.',
  feature_not_available: 'The plan does not include this. Ask the operator, or choose another plan.',
  invalid_signature: 'Fetch the job or artifact again for a new URL.',
  job_not_found: 'Check the id and that the key belongs to the same workspace.',
  recipe_not_found: 'Check the id and that the key belongs to the same workspace.',
  run_not_found: 'Check the id and that the key belongs to the same workspace.',
  batch_not_found: 'Check the id and that the key belongs to the same workspace.',
  artifact_not_found: 'Upload the file again if it has expired.',
  not_found: 'Check the address of the request.',
  method_not_allowed: 'Use one of the methods in the header `Allow`.',
  idempotency_conflict: 'Use a new `Idempotency-Key` for a different request.',
  job_not_startable: 'Upload the files that `missingUploads` names, or create a new job if this one failed.',
  upload_conflict: 'Ask where the upload stands with `HEAD`, and continue there.',
  precondition_failed: 'Fetch the resource again and repeat the change.',
  file_too_large: 'Send a smaller file, or use a plan with a larger `fileBytes`.',
  batch_too_large: 'Send fewer or smaller files.',
  request_too_large: 'Shorten the body. Files are uploaded, never put into JSON.',
  unsupported_media_type: 'Send the `Content-Type` that the message names.',
  range_not_satisfiable: 'Ask for a range within the file; `Content-Range` has its size.',
  processing_failed: 'Read `failure`: the tables below say what to do.',
  rate_limited: 'Wait for `Retry-After` seconds, then repeat the request.',
  quota_exceeded: 'Wait until `resetsAt`, or use another plan. Do not retry automatically.',
  refresh_failed: 'Repeat the request.',
  internal_error:
    'Repeat the request, with an idempotency key if it creates something. Report `requestId` if it stays.',
  unavailable: 'Wait for `Retry-After` seconds, then repeat the request.',
  not_done_yet: 'Fetch the job at `Location` until it has ended.',
};

const row = (...cells: string[]): string =>
  `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`;

/** Writes a message without its placeholders. */
function writeMessage(says: string, options: readonly string[]): string {
  const option = options.length === 1 ? `\`${options[0]}\`` : 'the option';
  const text = says.replaceAll('`{option}`', option).replaceAll(/\{\w+\}\.?/g, '…');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes a section for each code with its messages as a list. */
function listByCode(entries: readonly { code: string; says: string }[]): string {
  const sections = Map.groupBy(entries, ({ code }) => code);
  return [...sections]
    .map(([code, messages]) => {
      const different = new Set(messages.map(({ says }) => `- ${says}`));
      return [`### \`${code}\``, '', ...different].join('\n');
    })
    .join('\n\n');
}

const failures = Object.values(failureCatalogue).map(entry => {
  const says = 'saysOfPart' in entry ? `${entry.says} ${entry.saysOfPart}` : entry.says;
  return { code: entry.reason, says: writeMessage(says, 'options' in entry ? entry.options : []) };
});

const warnings = [
  ...Object.entries(warningCatalogue).map(([code, says]) => ({ code, says })),
  ...Object.values(warningDetails),
];

/** Describes every error, failure and warning, from the tables that the service answers from. */
export function describeErrors(): Page {
  const errors = Object.entries(errorTable).map(([code, { status }]) =>
    row(`\`${code}\``, String(status), remedies[code as ErrorCode]),
  );
  return {
    source: 'docs/errors.md',
    title: 'Errors and remedies',
    summary: 'Every error code, every reason why a job fails, and the step that solves it.',
    markdown: `# Errors and remedies

A refused request has a status of 400 or more and a JSON body. Decide by \`code\`: it is part of the contract. \`error\` and \`message\` are for
people and may change.

\`\`\`json
{
  "code": "validation_failed",
  "error": "Validation failed",
  "message": "\`options.width\` must be at least 1.",
  "details": [{ "path": "options.width", "message": "\`options.width\` must be at least 1." }],
  "requestId": "req_…"
}
\`\`\`

## Which errors to retry

| Status | Retry? |
|---|---|
| 429 \`rate_limited\`, 503 | Yes, after \`Retry-After\` seconds |
| 500, a broken connection | Yes, with growing pauses; with an [idempotency key](idempotency.md) if the request creates something |
| 429 \`quota_exceeded\` | Not before \`resetsAt\` |
| any other 4xx | No: the same request gets the same answer |

[The client](../client/README.md) follows these rules by itself.

## Error codes

| Code | Status | Remedy |
|---|---|---|
${errors.join('\n')}

## Why a job fails

A failed job has \`failure.reason\` from this list, \`failure.option\` with the option concerned where there is one, and \`failure.message\`.
\`failure.diagnosticId\` finds the details in the operator's log. \`engine_error\` and \`timeout\` are not charged.

\`\`\`json
{
  "id": "job_…", "status": "failed", "error": "The file could not be processed.",
  "failure": {
    "code": "processing_failed", "reason": "unreadable_input", "diagnosticId": "434e6c43-54ed-402f-be74-4c1b0ddfeeaf",
    "message": "The file cannot be read: it is damaged, or is not what its name and type say."
  }
}
\`\`\`

The general message of each reason comes first, then those that are more specific. Where a message names a part of the file or a value, … stands for it.

${listByCode(failures)}

## What a result warns of

A completed job has \`result.warnings\` where its result is less than you may expect: a list of \`{ code, message }\`. One request has the codes in
the header \`X-Warnings\`.

${listByCode(warnings)}
`,
  };
}
