import { Command } from 'commander';
import { pino } from 'pino';
import type { Manifest } from '../../backup/manifest.ts';
import { openServer, openStorage } from '../../open-data.ts';
import { getSecretKeyPath, loadSecretKey } from '../../secret-key.ts';
import { loadConfig } from '../../settings/config.ts';
import { ProgressLine } from '../../setup/progress-line.ts';
import { print } from '../output.ts';
import { version } from '../version.ts';

const quietLog = () => pino({ level: 'warn' }, pino.destination(2));

async function withProgress<T>(
  title: string,
  work: (onProgress: (share: number, text: string) => void) => Promise<T>,
): Promise<T> {
  const line = new ProgressLine(title);
  try {
    return await work((share, text) => line.show(100 * share, text));
  } finally {
    line.end();
  }
}

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const makeBackupCommand = (): Command =>
  new Command('backup')
    .description('back up the database and all stored files to a new folder while the service runs')
    .argument('<folder>', 'a new or empty folder, preferably on another disk')
    .option('--database-only', 'skip the stored files, if the store has its own backup')
    .option('--json', 'print { folder, rows, files, bytes, deleted, damaged } as JSON')
    .action(async (folder: string, options: { databaseOnly?: boolean; json?: boolean }) => {
      const { makeBackup } = await import('../../backup/backup.ts');
      const config = loadConfig(process.env);
      const server = await openServer(config, quietLog());
      try {
        const installation = {
          connection: server.connection,
          storage: await openStorage(config),
          secretKey: config.secretKey ?? (await loadSecretKey(config.dataDir)),
          isKeyKept: config.secretKey === undefined,
        };
        const report = await withProgress('filemill backup:', onProgress =>
          makeBackup(installation, {
            folder,
            version,
            now: new Date(),
            withFiles: !options.databaseOnly,
            onProgress,
          }),
        );
        print(options.json, { folder, ...report }, () =>
          [
            `Backed up ${report.rows} rows${options.databaseOnly ? '' : ` and ${report.files} files (${formatMegabytes(report.bytes)})`} to ${folder}.`,
            installation.isKeyKept
              ? 'It contains the secret key. Protect it like the installation itself.'
              : 'It does not contain SECRET_KEY. Back that up separately.',
            ...(report.deleted > 0 ? [`${report.deleted} files were deleted during the backup.`] : []),
            ...(report.damaged.length > 0
              ? [
                  `${report.damaged.length} stored files are missing or damaged. Run \`filemill doctor --storage\` to list them.`,
                ]
              : []),
          ].join('\n'),
        );
        if (report.damaged.length > 0) process.exitCode = 1;
      } finally {
        await server.close();
      }
    });

const describeBackup = ({ createdAt, version: made, tables, files }: Manifest) => ({
  createdAt,
  version: made,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  files: files?.count ?? 0,
  bytes: files?.bytes ?? 0,
});

export const makeRestoreCommand = (): Command =>
  new Command('restore')
    .description(
      'restore a backup into the empty installation given by DATA_DIR, DATABASE_URL and STORAGE_URL',
    )
    .argument('<folder>', 'what `filemill backup` wrote')
    .option('--check', 'only check the backup against its checksums')
    .option('--json', 'print { createdAt, version, rows, files, bytes } as JSON')
    .action(async (folder: string, options: { check?: boolean; json?: boolean }) => {
      if (options.check) {
        const { verifyBackup } = await import('../../backup/backup.ts');
        const manifest = await withProgress('filemill restore:', onProgress =>
          verifyBackup(folder, onProgress),
        );
        const found = describeBackup(manifest);
        return print(
          options.json,
          found,
          () => `The backup of ${found.createdAt} is complete: ${found.rows} rows, ${found.files} files.`,
        );
      }
      const { restoreBackup } = await import('../../backup/restore.ts');
      const config = loadConfig(process.env);
      let close: () => Promise<unknown> = async () => undefined;
      const openTarget = async () => {
        const server = await openServer(config, quietLog());
        close = server.close;
        return { connection: server.connection, storage: await openStorage(config) };
      };
      const key = config.secretKey ? { given: config.secretKey } : { file: getSecretKeyPath(config.dataDir) };
      try {
        const manifest = await withProgress('filemill restore:', onProgress =>
          restoreBackup(folder, key, openTarget, onProgress),
        );
        const found = describeBackup(manifest);
        print(
          options.json,
          found,
          () =>
            `Restored ${found.rows} rows and ${found.files} files of ${found.createdAt}. You can start the service now.`,
        );
      } finally {
        await close();
      }
    });
