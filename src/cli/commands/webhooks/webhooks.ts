import { Command, Option } from 'commander';
import { eventTypes } from '../../../contract/events.ts';
import type { Webhook } from '../../../domain/outgoing/webhooks/webhooks.ts';
import { formatTable, type JsonFlag, print } from '../../output.ts';
import { makeDeliveriesCommand, makeRedeliverCommand, makeTestCommand } from './deliveries.ts';
import { withWebhooks, workspaceHelp } from './domain.ts';
import { makeNumberReader } from './number-option.ts';

interface Settings extends JsonFlag {
  url?: string;
  events?: string[];
  description?: string;
}

const readEvents = (text: string): string[] => text.split(',').map(each => each.trim());

const pickSettings = ({ url, events, description }: Settings) => ({
  ...(url !== undefined && { url }),
  ...(events !== undefined && { events }),
  ...(description !== undefined && { description }),
});

const describeStatus = (hook: Webhook) => hook.status + (hook.pausedReason ? ` (${hook.pausedReason})` : '');

const create = () =>
  new Command('create')
    .description('send events about jobs and runs to a URL')
    .requiredOption('--workspace <id>', `the workspace whose events are sent: ${workspaceHelp}`)
    .requiredOption('--url <url>', 'the http or https URL to send them to')
    .option('--events <list>', `comma-separated event types (default: ${eventTypes.join(',')})`, readEvents)
    .option('--description <text>', 'the purpose of the webhook')
    .option('--json', 'print { id, secret } as JSON')
    .action((options: Settings & { workspace: string; url: string }) =>
      withWebhooks(async (domain, db) => {
        domain.requireReachable(options.url);
        const settings = { ...pickSettings(options), url: options.url };
        const secrets = await domain.openSecrets();
        const workspaceId = await domain.resolveWorkspace(db, options.workspace);
        const created = await domain.makeRecorded(
          db,
          'server',
          trx => domain.createWebhook(trx, secrets, workspaceId, settings),
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
    .option('--workspace <id>', `only webhooks of this workspace: ${workspaceHelp}`)
    .option('--json', 'print { webhooks } as JSON')
    .action((options: JsonFlag & { workspace?: string }) =>
      withWebhooks(async (domain, db) => {
        const workspaceId = options.workspace && (await domain.resolveWorkspace(db, options.workspace));
        const webhooks = await domain.listWebhooks(db, workspaceId);
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
    .requiredOption('--workspace <workspaceId>', `the workspace of the jobs: ${workspaceHelp}`)
    .addOption(makeOverlapOption())
    .option('--json', 'print { id, secret, oldSecretUntil } as JSON')
    .action((options: JsonFlag & { workspace: string; overlap: number }) =>
      withWebhooks(async (domain, db) => {
        const secrets = await domain.openSecrets();
        const workspaceId = await domain.resolveWorkspace(db, options.workspace);
        const rotated = await domain.makeRecorded(
          db,
          'server',
          trx => domain.rotateCallbackSecret(trx, secrets, workspaceId, options.overlap * 3600),
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
    .addCommand(makeDeliveriesCommand())
    .addCommand(makeRedeliverCommand())
    .addCommand(makeTestCommand());
