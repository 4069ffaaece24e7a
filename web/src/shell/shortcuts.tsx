import { Group, Kbd, Modal, Table, Title } from '@mantine/core';
import { useSession } from '../api/session/session.ts';
import { strings } from '../wording/strings.ts';
import { listPlaces } from './navigation.ts';

const words = strings.shell;

function Keys({ keys, meaning }: { keys: string[]; meaning: string }) {
  return (
    <Table.Tr>
      <Table.Td w="40%">
        <Group gap={4}>
          {keys.map(key => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      </Table.Td>
      <Table.Td>{meaning}</Table.Td>
    </Table.Tr>
  );
}

/** The list of keyboard shortcuts. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { user } = useSession();
  return (
    <Modal opened={opened} onClose={onClose} title={words.shortcuts}>
      <Table>
        <Table.Tbody>
          {words.shortcutList.map(([keys = '', meaning = '']) => (
            <Keys key={keys} keys={[keys]} meaning={meaning} />
          ))}
        </Table.Tbody>
      </Table>
      <Title order={3} mt="md" mb="xs">
        {words.goTo}
      </Title>
      <Table>
        <Table.Tbody>
          {listPlaces(user.operator).map(
            ({ key, label }) => key && <Keys key={key} keys={['G', key.toUpperCase()]} meaning={label} />,
          )}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
