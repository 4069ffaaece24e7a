import type { Filled } from '../../lists.ts';
import { publicPrefix, workspacePrefix } from '../app.ts';
import { describeCatalogue } from './catalogue.ts';
import { answers } from './examples/answers.ts';
import { workspaceAnswers } from './examples/workspace-answers.ts';

/** The parts of an API's document that do not come from its routes. */
export interface ApiDocument {
  prefix: `/${string}`;
  title: string;
  description: string;
  security: Record<string, object>;
  tags: { name: string; description: string }[];
  /** An example of each answer, by the name of its schema. */
  answers: Record<string, object>;
  /** Whether requests are counted against a rate limit. */
  counted: boolean;
  /** Whether it describes the events that webhooks are sent. */
  webhooks: boolean;
}

const shared: Filled<ApiDocument['tags'][number]> = [
  { name: 'Jobs', description: 'Create, start, follow and end jobs.' },
  { name: 'Batches', description: 'One job type or recipe for many files.' },
  { name: 'Recipes', description: 'Saved sequences of job types, and their runs.' },
  { name: 'Triggers', description: 'Batches that start automatically: on a schedule, or for new files.' },
  { name: 'Connections', description: 'Places outside the service where the workspace keeps files.' },
  { name: 'Webhooks', description: 'URLs that receive events, and their deliveries.' },
  { name: 'Events', description: 'Everything that webhooks receive, for callers that poll.' },
  {
    name: 'Artifacts',
    description: 'Stored files: inputs, outputs and files that were uploaded separately.',
  },
  { name: 'Service', description: 'Job types, usage and limits.' },
];

const introduction = `Convert, edit and read files with HTTP requests. One request is enough for most files:

\`\`\`sh
curl $FILEMILL_URL/api/public/convert/pdf \\
  -H "Authorization: Bearer $FILEMILL_API_KEY" \\
  -F file=@report.docx -o report.pdf
\`\`\`

For long work, create a job with \`"autoStart": true\`, upload the file to its \`uploadUrl\`, and ask for the job with \`?wait=30\` until it has
ended; its \`result\` has the addresses of the files. Webhooks tell your program without asking. \`GET /job-types\` lists what can be done,
with all options.`;

export const publicDocument: ApiDocument = {
  prefix: publicPrefix,
  title: 'Filemill',
  description: `${introduction}\n\n${describeCatalogue()}`,
  security: { key: { type: 'http', scheme: 'bearer', description: 'An API key, `fm_live_…`.' } },
  tags: [shared[0], { name: 'Files', description: 'Signed URLs, which need no key.' }, ...shared.slice(1)],
  answers,
  counted: true,
  webhooks: true,
};

export const makeWorkspaceDocument = (cookieName: string): ApiDocument => ({
  prefix: workspacePrefix,
  title: 'Filemill workspace',
  description:
    'For people, by session cookie: workspaces, members, keys, webhooks, and jobs of every source. Requests that change something must come from the same origin, or from no browser, and carry JSON.',
  security: {
    session: { type: 'apiKey', in: 'cookie', name: cookieName, description: '`POST /session` sets it.' },
  },
  tags: [
    { name: 'Sign-in', description: 'Sessions, passwords, and links for new users.' },
    { name: 'Workspaces', description: 'Workspaces, their members and invitations.' },
    { name: 'Keys', description: 'API keys of a workspace.' },
    ...shared,
    { name: 'Operator', description: 'For operators of the installation: failures, plans, credits.' },
  ],
  answers: workspaceAnswers,
  counted: false,
  webhooks: false,
});
