import { Command } from 'commander';
import { formatTable, type JsonFlag, print } from '../output.ts';
import { readLimit } from '../read-limit.ts';

export const makeAuditCommand = (): Command =>
  new Command('audit')
    .description('show who changed keys, members, connections, webhooks, plans and models, newest first')
    .option('--workspace <id>', 'only changes in this workspace')
    .option('--limit <count>', 'the number of entries, at most 100', readLimit, 50)
    .option('--cursor <cursor>', 'the nextCursor of an earlier answer, for older entries')
    .option('--json', 'print { entries, nextCursor } as JSON')
    .action(async (options: JsonFlag & { workspace?: string; limit: number; cursor?: string }) => {
      // The domain is loaded when the command runs, so that help is fast.
      const [{ listAuditEntries }, { withDatabase }] = await Promise.all([
        import('../../domain/people/audit/list.ts'),
        import('../installation.ts'),
      ]);
      await withDatabase(async db => {
        const page = await listAuditEntries(db, {
          limit: options.limit,
          ...(options.cursor && { cursor: options.cursor }),
          ...(options.workspace && { workspaceId: options.workspace }),
        });
        print(options.json, page, () =>
          formatTable([
            ['TIME', 'BY', 'ACTION', 'TARGET', 'NEW VALUE', 'WORKSPACE'],
            ...page.entries.map(({ at, actor, action, target, detail, workspaceId }) => [
              at,
              actor.name ?? actor.kind,
              action,
              target.name ?? target.id,
              detail ?? '',
              workspaceId ?? '',
            ]),
          ]),
        );
      });
    });
