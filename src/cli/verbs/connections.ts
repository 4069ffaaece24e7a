import type { Connection, ConnectionChange, NewConnection } from '@filemill/client';
import { Command } from 'commander';
import type { Backend } from '../backend/backend.ts';
import { openBackend } from '../backend/open.ts';
import { type JsonFlag, print } from '../output.ts';
import { addPlaceFlags, makeServerCommand, requireOfServer } from './general.ts';
import { fileHelp, readJsonFile } from './read-json.ts';

const requireConnections = ({ connections }: Backend): NonNullable<Backend['connections']> =>
  requireOfServer(connections, 'have connections');

const describe = ({ id, name, kind, url, path }: Connection): string =>
  `${id}  ${name}  ${kind}  ${url ?? path ?? ''}`;

const show = (connection: Connection, { json }: JsonFlag): void =>
  print(json, connection, () => describe(connection));

export async function makeConnectionsCommand(words: string[]): Promise<Command> {
  const backend = await openBackend(words);
  return new Command('connections')
    .addCommand(
      makeServerCommand('list', 'list the connections of the workspace').action(
        async ({ json }: JsonFlag) => {
          const connections = await requireConnections(backend).list();
          print(json, connections, () => connections.map(describe).join('\n') || 'There are no connections.');
        },
      ),
    )
    .addCommand(
      makeServerCommand('create', 'test a connection and save it')
        .argument('<file>', fileHelp)
        .action(async (file: string, flags: JsonFlag) =>
          show(await requireConnections(backend).create(await readJsonFile<NewConnection>(file)), flags),
        ),
    )
    .addCommand(
      makeServerCommand('update', 'change a connection, once it was tested')
        .argument('<connection>', 'its name or id')
        .argument('<file>', `${fileHelp}: the fields that change`)
        .action(async (id: string, file: string, flags: JsonFlag) =>
          show(
            await requireConnections(backend).update(id, await readJsonFile<ConnectionChange>(file)),
            flags,
          ),
        ),
    )
    .addCommand(
      addPlaceFlags(new Command('delete'))
        .description('delete a connection; its files stay')
        .argument('<connection>', 'its name or id')
        .action(async (id: string) => {
          await requireConnections(backend).delete(id);
        }),
    );
}
