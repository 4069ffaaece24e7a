import { Command, InvalidArgumentError, Option } from 'commander';
import { eventTypes } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import type { Delivery, DeliveryStatus } from '../../domain/outgoing/webhooks/deliveries.ts';
import type { Webhook } from '../../domain/outgoing/webhooks/webhooks.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';

type Webhooks = typeof import('../../domain/outgoing/webhooks/webhooks.ts');
type Deliveries = typeof import('../../domain/outgoing/webhooks/deliveries.ts') &
  typeof import('../../domain/outgoing/webhooks/deliveries-of-job.ts');
type Installation = typeof import('../installation.ts');

type Callbacks = typeof import('../../domain/outgoing/webhooks/callbacks.ts');
type Audit = typeof import('../../domain/people/audit/record.ts');

interface Loaded extends Webhooks, Deliveries, Callbacks, Audit, Pick<Installation, 'openSecrets'> {
  /** Refuses a URL that this installation never delivers to, as the API does. */
  requireReachable(url: string | undefined): void;
}

/** Loads the domain when a command runs, so that help is fast. */
async function withWebhooks(work: (domain: Loaded, db: Database) => Promise<void>): Promise<void> {
  const [
    webhooks,
    callbacks,
    deliveries,
    ofJob,
    audit,
    addresses,
    { withDatabase, openSecrets },
    { loadConfig },
  ] = await Promise.all([
    import('../../domain/outgoing/webhooks/webhooks.ts'),
    import('../../domain/outgoing/webhooks/callbacks.ts'),
    import('../../domain/outgoing/webhooks/deliveries.ts'),
    import('../../domain/outgoing/webhooks/deliveries-of-job.ts'),
    import('../../domain/people/audit/record.ts'),
    import('../../domain/outgoing/webhooks/allowed.ts'),
    import('../installation.ts'),
    import('../../settings/config.ts'),
  ]);
  const allowed = addresses.readAllowedDestinations(loadConfig(process.env).webhookAllowHosts);
  const requireReachable = (url: string | undefined) => addresses.requireReachable(url, allowed);
  await withDatabase(db =>
    work({ ...webhooks, ...callbacks, ...deliveries, ...ofJob, ...audit, openSecrets, requireReachable }, db),
  );
}

interface Settings extends JsonFlag {
  url?: string;
  events?: string[];
  description?: string;
}

const readEvents = (text: string): string[] => text.split(',').map(each => each.trim());

const makeNumberReader = (least: number, what: string) => (text: string) => {
  const value = Number(text);
  if (!(value >= least)) throw new InvalidArgumentError(`Give ${what}.`);
  return value;
};

const pickSettings = ({ url, events, description }: Settings) => ({
  ...(url !== undefined && { url }),
  ...(events !== undefined && { events }),
  ...(description !== undefined && { description }),
});

const describeStatus = (hook: Webhook) => hook.status + (hook.pausedReason ? ` (${hook.pausedReason})` : '');

const create = () =>
  new Command('create')
    .description('send events about jobs and runs to a URL')
    .requiredOption('--workspace <id>', 'the workspace whose events are sent')
    .requiredOption('--url <url>', 'the http or https URL to send them to')
    .option('--events <list>', `comma-separated event types (default: ${eventTypes.join(',')})`, readEvents)
    .option('--description <text>', 'the purpose of the webhook')
    .option('--json', 'print { id, secret } as JSON')
    .action((options: Settings & { workspace: string; url: string }) =>
      withWebhooks(async (domain, db) => {
        domain.requireReachable(options.url);
        const settings = { ...pickSettings(options), url: options.url };
        const secrets = await domain.openSecrets();
        const created = await domain.makeRecorded(
          db,
          'server',
          trx => domain.createWebhook(trx, secrets, options.workspace, settings),
          ({ id }) => ({ action: 'webhook.created', targetId: id }),
        );
        print(
          options.json,
          created,
          () => `Webhook: ${created.id}\nSecret (shown only this once): ${created.secret}`,
        );
      }),
    );

const list = () =>
  new Command('list')
    .description('list the webhooks, without their secrets')
    .option('--workspace <id>', 'only webhooks of this workspace')
    .option('--json', 'print { webhooks } as JSON')
    .action((options: JsonFlag & { workspace?: string }) =>
      withWebhooks(async (domain, db) => {
        const webhooks = await domain.listWebhooks(db, options.workspace);
        print(options.json, { webhooks }, () =>
          formatTable([
            ['WEBHOOK', 'STATUS', 'FAILING SINCE', 'WORKSPACE', 'URL', 'EVENTS'],
            ...webhooks.map(hook => [
              hook.id,
              describeStatus(hook),
              hook.failingSince?.toISOString() ?? '',
              hook.workspaceId,
              hook.url,
              hook.events.length === eventTypes.length ? 'all' : hook.events.join(','),
            ]),
          ]),
        );
      }),
    );

const update = () =>
  new Command('update')
    .description('change the URL, the events or the description of a webhook')
    .argument('<webhookId>')
    .option('--url <url>', 'the URL to send events to')
    .option('--events <list>', 'comma-separated event types, or all', readEvents)
    .option('--description <text>', 'the purpose of the webhook')
    .option('--json', 'print the webhook as JSON')
    .action((id: string, options: Settings) =>
      withWebhooks(async (domain, db) => {
        domain.requireReachable(options.url);
        const hook = await domain.makeRecorded(
          db,
          'server',
          trx => domain.updateWebhook(trx, { id }, pickSettings(options)),
          () => ({ action: 'webhook.changed', targetId: id }),
        );
        print(options.json, hook, () => `Changed ${id}.`);
      }),
    );

const switchTo = (name: 'pause' | 'resume', description: string) =>
  new Command(name)
    .description(description)
    .argument('<webhookId>')
    .option('--json', 'print the webhook as JSON')
    .action((id: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        const change = name === 'pause' ? domain.pauseWebhook : domain.resumeWebhook;
        const hook = await domain.makeRecorded(
          db,
          'server',
          trx => change(trx, { id }),
          () => ({ action: name === 'pause' ? 'webhook.paused' : 'webhook.resumed', targetId: id }),
        );
        print(options.json, hook, () => `${id} is ${describeStatus(hook)}.`);
      }),
    );

const makeOverlapOption = (): Option =>
  new Option('--overlap <hours>', 'how long the old secret also signs')
    .argParser(makeNumberReader(0, 'a number of hours'))
    .default(24);

const rotate = () =>
  new Command('rotate')
    .description('create a new secret; both sign for a while')
    .argument('<webhookId>')
    .addOption(makeOverlapOption())
    .option('--json', 'print { id, secret, oldSecretUntil } as JSON')
    .action((id: string, options: JsonFlag & { overlap: number }) =>
      withWebhooks(async (domain, db) => {
        const secrets = await domain.openSecrets();
        const rotated = await domain.makeRecorded(
          db,
          'server',
          trx => domain.rotateSecret(trx, secrets, { id }, options.overlap * 3600),
          () => ({ action: 'webhook.secret_rotated', targetId: id }),
        );
        print(
          options.json,
          rotated,
          () =>
            `Secret (shown only this once): ${rotated.secret}\nThe old one also signs until ${rotated.oldSecretUntil.toISOString()}.`,
        );
      }),
    );

const rotateCallbacks = () =>
  new Command('rotate-callbacks')
    .description('create a new secret for the callbacks of jobs and runs; both sign for a while')
    .requiredOption('--workspace <workspaceId>', 'the workspace of the jobs')
    .addOption(makeOverlapOption())
    .option('--json', 'print { id, secret, oldSecretUntil } as JSON')
    .action((options: JsonFlag & { workspace: string; overlap: number }) =>
      withWebhooks(async (domain, db) => {
        const secrets = await domain.openSecrets();
        const rotated = await domain.makeRecorded(
          db,
          'server',
          trx => domain.rotateCallbackSecret(trx, secrets, options.workspace, options.overlap * 3600),
          made => ({ action: 'callbacks.secret_rotated', targetId: made.id }),
        );
        print(options.json, rotated, () => `Secret (shown only this once): ${rotated.secret}`);
      }),
    );

const remove = () =>
  new Command('delete')
    .description('delete a webhook with its deliveries')
    .argument('<webhookId>')
    .option('--json', 'print { id, deleted } as JSON')
    .action((id: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        await domain.makeRecorded(
          db,
          'server',
          trx => domain.deleteWebhook(trx, { id }),
          ({ url, workspaceId }) => ({
            action: 'webhook.deleted',
            targetId: id,
            targetName: new URL(url).host,
            workspaceId,
          }),
        );
        print(options.json, { id, deleted: true }, () => `Deleted ${id}.`);
      }),
    );

function formatDelivery({ eventId, type, status, attempts }: Delivery): string[][] {
  const first = [eventId, type, status];
  if (attempts.length === 0) return [[...first, '', '', '', '']];
  return attempts.map((attempt, index) => [
    ...(index === 0 ? first : ['', '', '']),
    attempt.at,
    String(attempt.status ?? attempt.error),
    `${attempt.durationMs} ms`,
    attempt.nextAt ?? '',
  ]);
}

type DeliveryOptions = JsonFlag & {
  status?: DeliveryStatus;
  limit: number;
  job?: string;
  diagnostic?: string;
};

const listDeliveriesCommand = () =>
  new Command('deliveries')
    .description('list deliveries with all attempts, newest first')
    .argument('[webhookId]', 'a webhook; omit it with --job or --diagnostic')
    .option('--job <jobId>', 'deliveries for this job, to all webhooks')
    .option('--diagnostic <id>', 'deliveries for the job with this diagnostic id')
    .option('--status <status>', 'only pending, delivered or failed deliveries of a webhook')
    .option('--limit <count>', 'the most deliveries to list', makeNumberReader(1, 'a number above 0'), 20)
    .option('--json', 'print { deliveries, nextCursor } as JSON, with the responses')
    .action((id: string | undefined, options: DeliveryOptions) =>
      withWebhooks(async (domain, db) => {
        const { limit, status, job: jobId, diagnostic: diagnosticId } = options;
        if ([id, jobId, diagnosticId].filter(each => each !== undefined).length !== 1)
          throw new Error('Give exactly one of: a webhook, --job, --diagnostic.');
        const log =
          id === undefined
            ? await domain.listDeliveriesOfJob(db, {
                limit,
                ...(jobId && { jobId }),
                ...(diagnosticId && { diagnosticId }),
              })
            : await domain.listDeliveries(db, { webhookId: id, limit, ...(status && { status }) });
        print(options.json, log, () =>
          formatTable([
            ['EVENT', 'TYPE', 'STATUS', 'ATTEMPT', 'ANSWER', 'TOOK', 'NEXT ATTEMPT'],
            ...log.deliveries.flatMap(formatDelivery),
          ]),
        );
      }),
    );

const redeliverCommand = () =>
  new Command('redeliver')
    .description('send an event again, with the same webhook-id')
    .argument('<webhookId>')
    .argument('<eventId>')
    .option('--json', 'print { id, eventId } as JSON')
    .action((id: string, eventId: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        await domain.redeliver(db, { id }, eventId);
        print(options.json, { id, eventId }, () => `${eventId} is being sent again.`);
      }),
    );

const test = () =>
  new Command('test')
    .description('send a test event to a webhook')
    .argument('<webhookId>')
    .option('--json', 'print { id, eventId } as JSON')
    .action((id: string, options: JsonFlag) =>
      withWebhooks(async (domain, db) => {
        const { eventId } = await domain.sendTest(db, { id });
        print(
          options.json,
          { id, eventId },
          () => `${eventId} is being sent. Run \`filemill webhooks deliveries ${id}\` to see the result.`,
        );
      }),
    );

export const makeWebhooksCommand = (): Command =>
  new Command('webhooks')
    .addCommand(create())
    .addCommand(list())
    .addCommand(update())
    .addCommand(switchTo('pause', 'hold back deliveries until the webhook is resumed'))
    .addCommand(switchTo('resume', 'resume a paused or disabled webhook'))
    .addCommand(rotate())
    .addCommand(rotateCallbacks())
    .addCommand(remove())
    .addCommand(listDeliveriesCommand())
    .addCommand(redeliverCommand())
    .addCommand(test());
