import { Command } from 'commander';
import { print } from '../output.ts';

export const makeMigrateCommand = (): Command =>
  new Command('migrate')
    .option('--json', 'print { applied } as JSON')
    .action(async (options: { json?: boolean }) => {
      const { withDatabase } = await import('../installation.ts');
      await withDatabase(async (_db, applied) =>
        print(options.json, { applied }, () =>
          applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.',
        ),
      );
    });
