import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { ConfigError } from '../config.ts';
import { ApiError } from '../contract/errors.ts';
import { doctorCommand } from './commands/doctor.ts';
import { keysCommand } from './commands/keys.ts';
import { migrateCommand } from './commands/migrate.ts';
import { modelsCommand } from './commands/models.ts';
import { serveCommand, workerCommand } from './commands/serve.ts';
import { usersCommand } from './commands/users.ts';
import { webhooksCommand } from './commands/webhooks.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('filemill')
  .version(version)
  .description('Filemill: send files to an HTTP API and get them back transformed.')
  .showHelpAfterError('(filemill --help shows what there is)')
  .addHelpText(
    'after',
    `
Settings are environment variables (PORT, DATA_DIR, DATABASE_URL, …): docs/operators.md lists them.

Examples:
  filemill serve                                   run everything on this machine
  filemill keys create --plan developer --json     a key in a new workspace
  filemill users reset-password ada@example.com    a link to choose a new password
  filemill models list                             the models of AI jobs, with sizes and licences
  filemill doctor                                  which engines are here, which job types they give`,
  );
for (const command of [
  serveCommand(),
  workerCommand(),
  keysCommand(),
  usersCommand(),
  webhooksCommand(),
  modelsCommand(),
  doctorCommand(),
  migrateCommand(),
])
  program.addCommand(command);

try {
  await program.parseAsync();
} catch (error) {
  const expected = error instanceof ApiError || error instanceof ConfigError;
  const message = expected ? error.message : String((error as Error)?.message ?? error);
  process.stderr.write(`filemill: ${message}\n`);
  if (!expected && process.env.LOG_LEVEL === 'debug') process.stderr.write(`${(error as Error)?.stack}\n`);
  process.exitCode = 1;
}
