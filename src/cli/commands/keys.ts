import { Command, InvalidArgumentError } from 'commander';
import { scopes as allScopes, defaultScopes, type Scope } from '../../contract/states.ts';
import type { Database } from '../../db/database.ts';
import type { CreatedKey } from '../../domain/people/keys/keys.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';

type Keys = typeof import('../../domain/people/keys/keys.ts') &
  typeof import('../../domain/people/keys/list.ts') &
  typeof import('../../domain/people/audit/record.ts');

/** Loads the domain when a command runs, so that help is fast. */
async function withKeys(work: (keys: Keys, db: Database) => Promise<void>): Promise<void> {
  const [keys, lists, audit, { withDatabase }] = await Promise.all([
    import('../../domain/people/keys/keys.ts'),
    import('../../domain/people/keys/list.ts'),
    import('../../domain/people/audit/record.ts'),
    import('../installation.ts'),
  ]);
  await withDatabase(db => work({ ...keys, ...lists, ...audit }, db));
}

function readScopes(text: string): Scope[] {
  const given = text.split(',').map(each => each.trim());
  const unknown = given.filter(each => !allScopes.includes(each as Scope));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`There is no scope ${unknown[0]}. Scopes: ${allScopes.join(', ')}.`);
  return given as Scope[];
}

function readDays(text: string): Date {
  const count = Number(text);
  if (!(count > 0)) throw new InvalidArgumentError('Give a number of days above 0.');
  return new Date(Date.now() + count * 86_400_000);
}

function readHours(text: string): number {
  const count = Number(text);
  if (!(count >= 0)) throw new InvalidArgumentError('Give a number of hours.');
  return count;
}

const showKey =
  ({ key, keyId, workspaceId }: CreatedKey) =>
  () =>
    `Key (shown only this once): ${key}\nKey id: ${keyId}\nWorkspace: ${workspaceId}`;

const create = () =>
  new Command('create')
    .description('create an API key, in a new workspace unless --workspace is given')
    .option('--plan <plan>', 'the plan of the workspace: free, developer, enterprise, or one of PLANS_FILE')
    .option('--workspace <id>', "an existing workspace, or `first` for the installation's first one")
    .option('--name <name>', 'the purpose of the key')
    .option(
      '--scopes <list>',
      `comma-separated scopes of ${allScopes.join(', ')} (default: ${defaultScopes.join(',')})`,
      readScopes,
    )
    .option('--expires-in <days>', 'days until it expires (default: never)', readDays)
    .option('--json', 'print { key, keyId, workspaceId } as JSON')
    .action(
      (
        options: JsonFlag & {
          plan?: string;
          workspace?: string;
          name?: string;
          scopes?: Scope[];
          expiresIn?: Date;
        },
      ) =>
        withKeys(async (keys, db) => {
          const wanted = {
            ...(options.plan && { plan: options.plan }),
            ...(options.workspace && { workspaceId: options.workspace }),
            ...(options.name && { name: options.name }),
            ...(options.scopes && { scopes: options.scopes }),
            ...(options.expiresIn && { expiresAt: options.expiresIn }),
          };
          const created = await keys.makeRecorded(
            db,
            'server',
            trx => keys.createKey(trx, wanted),
            made => ({
              action: 'key.created',
              targetId: made.keyId,
              ...(options.plan && { detail: options.plan }),
            }),
          );
          print(options.json, created, showKey(created));
          const refusal = await keys.explainNoApiAccess(db, created.workspaceId);
          if (refusal) process.stderr.write(`filemill: ${refusal}\n`);
        }),
    );

const list = () =>
  new Command('list')
    .description('list the keys, without their secrets')
    .option('--workspace <id>', 'only keys of this workspace')
    .option('--json', 'print { keys } as JSON')
    .action((options: JsonFlag & { workspace?: string }) =>
      withKeys(async (keys, db) => {
        const found = await keys.listKeys(db, options.workspace);
        print(options.json, { keys: found }, () =>
          formatTable([
            ['KEY ID', 'ENDS IN', 'NAME', 'PLAN', 'STATUS', 'WORKSPACE', 'LAST USED'],
            ...found.map(key => [
              key.keyId,
              `…${key.hint}`,
              key.name,
              key.plan,
              key.status,
              key.workspaceId,
              key.lastUsedAt?.toISOString() ?? 'never',
            ]),
          ]),
        );
      }),
    );

const rotate = () =>
  new Command('rotate')
    .description('create a new secret with the same scopes; the old one stays valid for a while')
    .argument('<keyId>')
    .option('--overlap <hours>', 'how long the old secret stays valid', readHours, 24)
    .option('--json', 'print { key, keyId, workspaceId } as JSON')
    .action((keyId: string, options: JsonFlag & { overlap: number }) =>
      withKeys(async (keys, db) => {
        const created = await keys.makeRecorded(
          db,
          'server',
          trx => keys.rotateKey(trx, { id: keyId }, options.overlap * 3600),
          made => ({ action: 'key.rotated', targetId: keyId, detail: made.keyId }),
        );
        print(options.json, created, showKey(created));
      }),
    );

const revoke = () =>
  new Command('revoke')
    .description('revoke a key immediately')
    .argument('<keyId>')
    .option('--json', 'print { keyId, revoked } as JSON')
    .action((keyId: string, options: JsonFlag) =>
      withKeys(async (keys, db) => {
        await keys.makeRecorded(
          db,
          'server',
          trx => keys.revokeKey(trx, { id: keyId }),
          () => ({ action: 'key.revoked', targetId: keyId }),
        );
        print(options.json, { keyId, revoked: true }, () => `Revoked ${keyId}.`);
      }),
    );

export const makeKeysCommand = (): Command =>
  new Command('keys').addCommand(create()).addCommand(list()).addCommand(rotate()).addCommand(revoke());
