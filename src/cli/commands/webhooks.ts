import { Command, InvalidArgumentError } from 'commander';
import { eventTypes } from '../../contract/events.ts';
import type { Database } from '../../db/database.ts';
import type { Delivery, DeliveryStatus } from '../../domain/outgoing/webhooks/deliveries.ts';
import type { Webhook } from '../../domain/outgoing/webhooks/webhooks.ts';
import { formatTable, print } from '../output.ts';

type Webhooks = typeof import('../../domain/outgoing/webhooks/webhooks.ts');
type Deliveries = typeof import('../../domain/outgoing/webhooks/deliveries.ts') &
  typeof import('../../domain/outgoing/webhooks/deliveries-of-job.ts');
type Installation = typeof import('../installation.ts');

interface Loaded extends Webhooks, Deliveries, Pick<Installation, 'openSecrets'> {
  /** Refuses an address that this installation never delivers to, as the API does. */
  requireReachable(url: string | undefined): void;
}

/** Loaded when a command runs, so that help is quick. */
async function withWebhooks(work: (domain: Loaded, db: Database) => Promise<void>): Promise<void> {
  const [webhooks, deliveries, ofJob, addresses, { withDatabase, openSecrets }, { loadConfig }] =
    await Promise.all([
      import('../../domain/outgoing/webhooks/webhooks.ts'),
      import('../../domain/outgoing/webhooks/deliveries.ts'),
      import('../../domain/outgoing/webhooks/deliveries-of-job.ts'),
      import('../../domain/outgoing/webhooks/allowed.ts'),
      import('../installation.ts'),
      import('../../settings/config.ts'),
    ]);
  const allowed = addresses.readAllowedDestinations(loadConfig(process.env).webhookAllowHosts);
  const requireReachable = (url: string | undefined) => addresses.requireReachable(url, allowed);
  await withDatabase(db => work({ ...webhooks, ...deliveries, ...ofJob, openSecrets, requireReachable }, db));
}

interface Json {
  json?: boolean;
}
interface Settings extends Json {
  url?: string;
  events?: string[];
  description?: string;
}

const readEvents = (text: string): string[] => text.split(',').map(each => each.trim());

const number = (least: number, what: string) => (text: string) => {
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
    .description('tell an address of what happens to jobs and runs')
    .requiredOption('--workspace <id>', 'the workspace whose events it is told')
    .requiredOption('--url <url>', 'where to send them; http or https')
    .option(
      '--events <list>',
      `which, separated by commas (default: all of ${eventTypes.join(',')})`,
      readEvents,
    )
    .option('--description <text>', 'what it is for')
    .option('--json', 'print { id, secret } as JSON')
    .action((options: Settings & { workspace: string; url: string }) =>
      withWebhooks(async (domain, db) => {
        domain.requireReachable(options.url);
        const settings = { ...pickSettings(options), url: options.url };
        const created = await domain.createWebhook(
          db,
          await domain.openSecrets(),
          options.workspace,
          settings,
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
    .description('show the webhooks; never their secrets')
    .option('--workspace <id>', 'only of this workspace')
    .option('--json', 'print { webhooks } as JSON')
    .action((options: Json & { workspace?: string }) =>
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
    .description('change its address, its events or its description')
    .argument('<webhookId>')
    .option('--url <url>', 'where to send events')
    .option('--events <list>', 'which, separated by commas, or all', readEvents)
    .option('--description <text>', 'what it is for')
    .option('--json', 'print the webhook as JSON')
    .action((id: string, options: Settings) =>
      withWebhooks(async (domain, db) => {
        domain.requireReachable(options.url);
        const hook = await domain.updateWebhook(db, { id }, pickSettings(options));
        print(options.json, hook, () => `Changed ${id}.`);
      }),
    );

const switchTo = (name: 'pause' | 'resume', description: string) =>
  new Command(name)
    .description(description)
    .argument('<webhookId>')
    .option('--json', 'print the webhook as JSON')
    .action((id: string, options: Json) =>
      withWebhooks(async (domain, db) => {
        const hook = await (name === 'pause' ? domain.pauseWebhook : domain.resumeWebhook)(db, { id });
        print(options.json, hook, () => `${id} is ${describeStatus(hook)}.`);
      }),
    );

const rotate = () =>
  new Command('rotate')
    .description('make a new secret; for a while both sign')
    .argument('<webhookId>')
    .option('--overlap <hours>', 'how long the old secret still signs', number(0, 'a number of hours'), 24)
    .option('--json', 'print { id, secret, oldSecretUntil } as JSON')
    .action((id: string, options: Json & { overlap: number }) =>
      withWebhooks(async (domain, db) => {
        const rotated = await domain.rotateSecret(
          db,
          await domain.openSecrets(),
          { id },
          options.overlap * 3600,
        );
        print(
          options.json,
          rotated,
          () =>
            `Secret (shown only this once): ${rotated.secret}\nThe old one signs too until ${rotated.oldSecretUntil.toISOString()}.`,
        );
      }),
    );

const remove = () =>
  new Command('delete')
    .description('forget it, with its deliveries')
    .argument('<webhookId>')
    .option('--json', 'print { id, deleted } as JSON')
    .action((id: string, options: Json) =>
      withWebhooks(async (domain, db) => {
        await domain.deleteWebhook(db, { id });
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

type DeliveryOptions = Json & { status?: DeliveryStatus; limit: number; job?: string; diagnostic?: string };

const listDeliveriesCommand = () =>
  new Command('deliveries')
    .description('show what was sent, newest first, with every attempt')
    .argument('[webhookId]', 'to this webhook; leave it out to ask about a job')
    .option('--job <jobId>', 'of this job, to all webhooks')
    .option('--diagnostic <id>', 'of the job with this diagnostic id')
    .option('--status <status>', 'of a webhook: only pending, delivered or failed')
    .option('--limit <count>', 'at most so many', number(1, 'a number above 0'), 20)
    .option('--json', 'print { deliveries, nextCursor } as JSON, with what was answered')
    .action((id: string | undefined, options: DeliveryOptions) =>
      withWebhooks(async (domain, db) => {
        const { limit, status, job: jobId, diagnostic: diagnosticId } = options;
        if ([id, jobId, diagnosticId].filter(each => each !== undefined).length !== 1)
          throw new Error('Name one of: a webhook, --job, --diagnostic.');
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
    .action((id: string, eventId: string, options: Json) =>
      withWebhooks(async (domain, db) => {
        await domain.redeliver(db, { id }, eventId);
        print(options.json, { id, eventId }, () => `${eventId} is on its way again.`);
      }),
    );

const test = () =>
  new Command('test')
    .description('send it a test event')
    .argument('<webhookId>')
    .option('--json', 'print { id, eventId } as JSON')
    .action((id: string, options: Json) =>
      withWebhooks(async (domain, db) => {
        const { eventId } = await domain.sendTest(db, { id });
        print(
          options.json,
          { id, eventId },
          () => `${eventId} is on its way; \`filemill webhooks deliveries ${id}\` shows how it fared.`,
        );
      }),
    );

export const makeWebhooksCommand = (): Command =>
  new Command('webhooks')
    .addCommand(create())
    .addCommand(list())
    .addCommand(update())
    .addCommand(switchTo('pause', 'hold its deliveries back until it is resumed'))
    .addCommand(switchTo('resume', 'go on with one that is paused or disabled'))
    .addCommand(rotate())
    .addCommand(remove())
    .addCommand(listDeliveriesCommand())
    .addCommand(redeliverCommand())
    .addCommand(test());
