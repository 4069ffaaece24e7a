import { Command } from 'commander';
import { ApiError } from '../../contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { loadConfig } from '../../settings/config.ts';
import { limits } from '../../settings/limits.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';

/** Loads the domain when a command runs, so that help is fast. */
async function loadDomain() {
  const [first, passwords, sessions, users, audit] = await Promise.all([
    import('../../domain/people/workspaces/first-user.ts'),
    import('../../domain/people/accounts/passwords.ts'),
    import('../../domain/people/accounts/sessions.ts'),
    import('../../domain/people/accounts/users.ts'),
    import('../../domain/people/audit/record.ts'),
  ]);
  return {
    makeFirstUserToken: first.makeFirstUserToken,
    resetPassword: passwords.resetPassword,
    revokeSessions: sessions.revokeSessions,
    listUsers: users.listUsers,
    setOperator: users.setOperator,
    requireUserByEmail: users.requireUserByEmail,
    makeRecorded: audit.makeRecorded,
  };
}

type Domain = Awaited<ReturnType<typeof loadDomain>>;

async function withUsers(work: (domain: Domain, db: Database) => Promise<void>): Promise<void> {
  const [domain, { withDatabase }] = await Promise.all([loadDomain(), import('../installation.ts')]);
  await withDatabase(db => work(domain, db));
}

/** Returns the public URL of the service, as far as the settings say. */
function getSite(): string {
  const { publicUrl, host, port } = loadConfig(process.env);
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return publicUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const list = () =>
  new Command('list')
    .description('list the users and their workspaces')
    .option('--json', 'print { users } as JSON')
    .action((options: JsonFlag) =>
      withUsers(async (domain, db) => {
        const users = await domain.listUsers(db);
        print(options.json, { users }, () =>
          formatTable([
            ['EMAIL', 'NAME', 'OPERATOR', 'LAST SEEN', 'WORKSPACES'],
            ...users.map(user => [
              user.email,
              user.name,
              user.operator ? 'yes' : '',
              user.lastSeenAt?.toISOString() ?? 'never',
              user.workspaces.map(({ id, role }) => `${id} (${role})`).join(', '),
            ]),
          ]),
        );
      }),
    );

const printFirstLink = () =>
  new Command('first-link')
    .description('print a link to create the first user, while there is none (serve prints one too)')
    .option('--json', 'print { link } as JSON')
    .action((options: JsonFlag) =>
      withUsers(async (domain, db) => {
        const token = await domain.makeFirstUserToken(db);
        if (!token)
          throw new ApiError('invalid_state', {
            message:
              'There is already a user. Invite others in the workspace, or reset a forgotten password with `filemill users reset-password`.',
          });
        const link = `${getSite()}/welcome#token=${token}`;
        print(
          options.json,
          { link },
          () =>
            `Create the first user with this link (valid once, for ${limits.firstLinkHours} hours):\n  ${link}`,
        );
      }),
    );

const resetPassword = () =>
  new Command('reset-password')
    .description("invalidate a user's password and sessions, and print a link to choose a new password")
    .argument('<email>')
    .option('--json', 'print { email, link } as JSON')
    .action((email: string, options: JsonFlag) =>
      withUsers(async (domain, db) => {
        const user = await domain.requireUserByEmail(db, email);
        const token = await domain.makeRecorded(
          db,
          'server',
          trx => domain.resetPassword(trx, user.id),
          () => ({ action: 'user.password_reset', targetId: user.id }),
        );
        const link = `${getSite()}/reset-password#token=${token}`;
        print(
          options.json,
          { email: user.email, link },
          () =>
            `${user.email} is signed out everywhere. Link to choose a new password (valid once, for ${limits.resetLinkHours} hours):\n  ${link}`,
        );
      }),
    );

const signOut = () =>
  new Command('sign-out')
    .description('end all sessions of a user; the password stays valid')
    .argument('<email>')
    .option('--json', 'print { email, revoked } as JSON')
    .action((email: string, options: JsonFlag) =>
      withUsers(async (domain, db) => {
        const user = await domain.requireUserByEmail(db, email);
        const revoked = await domain.revokeSessions(db, user.id);
        print(
          options.json,
          { email: user.email, revoked },
          () => `Ended ${revoked} sessions of ${user.email}.`,
        );
      }),
    );

const setOperatorCommand = () =>
  new Command('operator')
    .description('make a user an operator, who sees why jobs failed in every workspace and sets plans')
    .argument('<email>')
    .option('--remove', 'remove the right')
    .option('--json', 'print { email, operator } as JSON')
    .action((email: string, options: JsonFlag & { remove?: boolean }) =>
      withUsers(async (domain, db) => {
        const user = await domain.requireUserByEmail(db, email);
        const is = !options.remove;
        await domain.makeRecorded(
          db,
          'server',
          trx => domain.setOperator(trx, user.id, is),
          () => ({ action: is ? 'user.operator_added' : 'user.operator_removed', targetId: user.id }),
        );
        print(
          options.json,
          { email: user.email, operator: is },
          () => `${user.email} is ${is ? 'an' : 'no longer an'} operator.`,
        );
      }),
    );

export const makeUsersCommand = (): Command =>
  new Command('users')
    .addHelpText(
      'after',
      `
People join by invitation, in the workspace; the first one by the link that serve prints.
Links lead to PUBLIC_URL, or to HOST and PORT: run this with the settings of the service.

Examples:
  filemill users list
  filemill users reset-password ada@example.com --json`,
    )
    .addCommand(list())
    .addCommand(printFirstLink())
    .addCommand(resetPassword())
    .addCommand(signOut())
    .addCommand(setOperatorCommand());
