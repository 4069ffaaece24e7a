import { Kbd, Modal, Table } from '@mantine/core';
import { strings } from '../wording/strings.ts';

const words = strings.shell;

/** The list of keyboard shortcuts. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={words.shortcuts}>
      <Table>
        <Table.Tbody>
          {words.shortcutList.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Td w="40%">
                <Kbd>{keys}</Kbd>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
