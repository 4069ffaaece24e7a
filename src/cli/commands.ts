import type { Command } from 'commander';
import type { Verb } from '../jobs/job-type.ts';
import { loadVerbs } from '../jobs/verbs.ts';

const groups = {
  files: 'Work on files:',
  server: 'Use a server:',
  service: 'Run the service:',
} as const;

interface CommandEntry {
  /** The heading under which the help shows it. */
  group: keyof typeof groups;
  summary: string;
  /**
   * Loads the command when it is used, so that help is fast. `words` is the command line from its name on.
   */
  load(words: string[]): Promise<Command> | Command;
}

/** Returns the heading of a command in the help. */
export const getHeading = ({ group }: CommandEntry): string => groups[group];

/** The commands that do not belong to a job type. */
export const ownCommands: Record<string, CommandEntry> = {
  convert: {
    group: 'files',
    summary: 'convert files to another format',
    load: async words => (await import('./verbs/convert.ts')).makeConvertCommand(words),
  },
  run: {
    group: 'files',
    summary: 'run any job type on files, such as pdf-compress or image-edit',
    load: async words => (await import('./verbs/job.ts')).makeRunCommand(words),
  },
  recipe: {
    group: 'files',
    summary: 'recipes: create, list, run; versions and golden files',
    load: async words => (await import('./verbs/recipe.ts')).makeRecipeCommand(words),
  },
  watch: {
    group: 'files',
    summary: 'process new files in a folder',
    load: async words => (await import('./verbs/watch.ts')).makeWatchCommand(words),
  },
  mcp: {
    group: 'files',
    summary: 'offer these commands to language models over the Model Context Protocol',
    load: async words => (await import('./verbs/mcp.ts')).makeMcpCommand(words),
  },
  completion: {
    group: 'files',
    summary: 'print completion for bash, zsh or fish',
    load: async () => (await import('./verbs/completion.ts')).makeCompletionCommand(),
  },
  login: {
    group: 'server',
    summary: 'save a server and its API key',
    load: async () => (await import('./verbs/login.ts')).makeLoginCommand(),
  },
  logout: {
    group: 'server',
    summary: 'remove the saved server and work on this machine',
    load: async () => (await import('./verbs/login.ts')).makeLogoutCommand(),
  },
  jobs: {
    group: 'server',
    summary: "a server's jobs: list, get, cancel",
    load: async words => (await import('./verbs/jobs.ts')).makeJobsCommand(words),
  },
  batch: {
    group: 'server',
    summary: 'many files on a server: create, get, cancel, retry',
    load: async words => (await import('./verbs/batches.ts')).makeBatchCommand(words),
  },
  connections: {
    group: 'server',
    summary: 'places where a workspace keeps files: list, create, update, delete',
    load: async words => (await import('./verbs/connections.ts')).makeConnectionsCommand(words),
  },
  triggers: {
    group: 'server',
    summary: 'batches that start automatically: list, create, log, enable, disable, delete',
    load: async words => (await import('./verbs/triggers.ts')).makeTriggersCommand(words),
  },
  serve: {
    group: 'service',
    summary: 'run the service: API and worker in one process (ROLE=api or ROLE=worker for one of them)',
    load: async () => (await import('./commands/serve.ts')).makeServeCommand(),
  },
  worker: {
    group: 'service',
    summary: 'run only a worker, without the HTTP API',
    load: async () => (await import('./commands/serve.ts')).makeWorkerCommand(),
  },
  keys: {
    group: 'service',
    summary: 'API keys: create, list, rotate, revoke',
    load: async () => (await import('./commands/keys.ts')).makeKeysCommand(),
  },
  users: {
    group: 'service',
    summary: 'manage users: list, first-link, reset-password, sign-out, operator',
    load: async () => (await import('./commands/users.ts')).makeUsersCommand(),
  },
  audit: {
    group: 'service',
    summary: 'show who changed keys, members, connections, webhooks, plans and models',
    load: async () => (await import('./commands/audit.ts')).makeAuditCommand(),
  },
  webhooks: {
    group: 'service',
    summary: 'manage webhooks: create, list, update, rotate secrets, inspect deliveries',
    load: async () => (await import('./commands/webhooks/webhooks.ts')).makeWebhooksCommand(),
  },
  models: {
    group: 'service',
    summary: 'manage AI models: list, pull, verify, remove',
    load: async () => (await import('./commands/models.ts')).makeModelsCommand(),
  },
  doctor: {
    group: 'service',
    summary: 'check this machine, its engines and models, and say what to do about problems',
    load: async () => (await import('./commands/doctor.ts')).makeDoctorCommand(),
  },
  backup: {
    group: 'service',
    summary: 'back up the database and all files to a folder while the service runs',
    load: async () => (await import('./commands/backup.ts')).makeBackupCommand(),
  },
  restore: {
    group: 'service',
    summary: 'restore a backup into an empty installation',
    load: async () => (await import('./commands/backup.ts')).makeRestoreCommand(),
  },
  migrate: {
    group: 'service',
    summary: 'migrate the database to this version (serve does this too)',
    load: async () => (await import('./commands/migrate.ts')).makeMigrateCommand(),
  },
};

const makeVerbEntry = ({ name, summary }: Verb, jobType: string): [string, CommandEntry] => [
  name,
  {
    group: 'files',
    summary,
    load: async words => (await import('./verbs/job.ts')).makeVerbLoader(jobType)(words),
  },
];

/** Finds the verb of a server's job type that this installation does not have. */
async function findServersVerb(words: string[]): Promise<[string, CommandEntry][]> {
  const { openBackend } = await import('./backend/open.ts');
  const types = await openBackend(words)
    .then(backend => backend.jobTypes())
    .catch(() => []);
  return types.flatMap(({ id, verb }) =>
    verb !== undefined && verb.name === words[0] ? [makeVerbEntry(verb, id)] : [],
  );
}

/** Lists all commands: our own and the verbs of job types. `words` is the requested command line. */
export async function listCommands(words: string[], isWhole: boolean): Promise<Record<string, CommandEntry>> {
  const verbs = [...(await loadVerbs())].map(([id, verb]) => makeVerbEntry(verb, id));
  const { convert, ...others } = ownCommands;
  const commands = { ...(convert && { convert }), ...Object.fromEntries(verbs), ...others };
  const [asked] = words;
  if (!isWhole || asked === undefined || asked.startsWith('-') || asked in commands) return commands;
  return { ...commands, ...Object.fromEntries(await findServersVerb(words)) };
}
