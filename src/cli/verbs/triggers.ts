import type { NewTrigger, Trigger, TriggerEntry } from '@filemill/client';
import { Command } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { CommandError } from '../exit-codes.ts';
import { print } from '../output.ts';
import { addPlaceFlags, makeServerCommand } from './general.ts';
import { fileHelp, readJsonFile } from './read-json.ts';

interface Json {
  json?: boolean;
}

function requireTriggers({ triggers }: Backend): NonNullable<Backend['triggers']> {
  if (triggers) return triggers;
  throw new CommandError('Only servers have triggers. Sign in to one with `filemill login URL`.');
}

const describe = ({ id, name, enabled, nextAt, problem }: Trigger): string =>
  [`${id}  ${name}  ${enabled ? `next ${nextAt}` : 'disabled'}`, ...(problem ? [`  ${problem}`] : [])].join(
    '\n',
  );

const describeEntry = ({ at, outcome, key, batchId, message }: TriggerEntry): string =>
  [at, outcome, key, batchId, message].filter(Boolean).join('  ');

const show = (trigger: Trigger, { json }: Json): void => print(json, trigger, () => describe(trigger));

export async function makeTriggersCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  const switchTo = (name: string, enabled: boolean, description: string) =>
    makeServerCommand(name, description)
      .argument('<triggerId>')
      .action(async (id: string, flags: Json) =>
        show(await requireTriggers(backend).update(id, { enabled }), flags),
      );
  return new Command('triggers')
    .addCommand(
      makeServerCommand('list', 'list the triggers of the workspace').action(async ({ json }: Json) => {
        const triggers = await requireTriggers(backend).list();
        print(json, triggers, () => triggers.map(describe).join('\n') || 'There are no triggers.');
      }),
    )
    .addCommand(
      makeServerCommand('create', 'start batches at times, or for new files of a connection')
        .argument('<file>', fileHelp)
        .action(async (file: string, flags: Json) =>
          show(await requireTriggers(backend).create(await readJsonFile<NewTrigger>(file)), flags),
        ),
    )
    .addCommand(
      makeServerCommand('log', 'show what a trigger started and what it skipped')
        .argument('<triggerId>')
        .action(async (id: string, { json }: Json) => {
          const entries = await requireTriggers(backend).log(id);
          print(json, entries, () => entries.map(describeEntry).join('\n') || 'It has done nothing yet.');
        }),
    )
    .addCommand(switchTo('enable', true, 'let a trigger start batches again'))
    .addCommand(switchTo('disable', false, 'keep a trigger from starting batches'))
    .addCommand(
      addPlaceFlags(new Command('delete'))
        .description('delete a trigger with its log; batches that it started go on')
        .argument('<triggerId>')
        .action(async (id: string) => {
          await requireTriggers(backend).delete(id);
        }),
    );
}
