import type { NewTrigger, Trigger, TriggerEntry } from '@filemill/client';
import { Command } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { type JsonFlag, print } from '../output.ts';
import { addPlaceFlags, makeServerCommand, requireOfServer } from './general.ts';
import { fileHelp, readJsonFile } from './read-json.ts';

const requireTriggers = ({ triggers }: Backend): NonNullable<Backend['triggers']> =>
  requireOfServer(triggers, 'have triggers');

const describe = ({ id, name, enabled, nextAt, problem }: Trigger): string =>
  [`${id}  ${name}  ${enabled ? `next ${nextAt}` : 'disabled'}`, ...(problem ? [`  ${problem}`] : [])].join(
    '\n',
  );

const describeEntry = ({ at, outcome, key, batchId, message }: TriggerEntry): string =>
  [at, outcome, key, batchId, message].filter(Boolean).join('  ');

const show = (trigger: Trigger, { json }: JsonFlag): void => print(json, trigger, () => describe(trigger));

export async function makeTriggersCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  const switchTo = (name: string, enabled: boolean, description: string) =>
    makeServerCommand(name, description)
      .argument('<triggerId>')
      .action(async (id: string, flags: JsonFlag) =>
        show(await requireTriggers(backend).update(id, { enabled }), flags),
      );
  return new Command('triggers')
    .addCommand(
      makeServerCommand('list', 'list the triggers of the workspace').action(async ({ json }: JsonFlag) => {
        const triggers = await requireTriggers(backend).list();
        print(json, triggers, () => triggers.map(describe).join('\n') || 'There are no triggers.');
      }),
    )
    .addCommand(
      makeServerCommand('create', 'start batches at times, or for new files of a connection')
        .argument('<file>', fileHelp)
        .action(async (file: string, flags: JsonFlag) =>
          show(await requireTriggers(backend).create(await readJsonFile<NewTrigger>(file)), flags),
        ),
    )
    .addCommand(
      makeServerCommand('log', 'show what a trigger started and what it skipped')
        .argument('<triggerId>')
        .action(async (id: string, { json }: JsonFlag) => {
          const entries = await requireTriggers(backend).log(id);
          print(json, entries, () => entries.map(describeEntry).join('\n') || 'It has done nothing yet.');
        }),
    )
    .addCommand(switchTo('enable', true, 'let a trigger start batches again'))
    .addCommand(switchTo('disable', false, 'keep a trigger from starting batches'))
    .addCommand(
      addPlaceFlags(new Command('delete'))
        .description('delete a trigger with its log; batches that it started continue')
        .argument('<triggerId>')
        .action(async (id: string) => {
          await requireTriggers(backend).delete(id);
        }),
    );
}
