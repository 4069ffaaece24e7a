import { Combobox, Modal, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { strings } from '../strings.ts';
import { sections } from './navigation.ts';

const words = strings.shell;

/** What can be found: a title, a word on it, and what choosing it does. */
interface Find {
  id: string;
  group: string;
  title: string;
  note?: string;
  open(): void;
}

/** All words of the query must occur, in whatever order. */
const matches = (query: string, { title, note = '', group }: Find): boolean => {
  const text = `${title} ${note} ${group}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word));
};

export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [query, setQuery] = useState('');
  const combobox = useCombobox();
  const finds: Find[] = sections
    .filter(({ operators }) => !operators || user.operator)
    .flatMap(({ places }) => places)
    .map(({ label, to, href }) => ({
      id: `page ${label}`,
      group: words.navigation,
      title: label,
      open: () =>
        to
          ? navigate({ to: to as '/' })
          : window.open(new URL(href!, document.baseURI), '_blank', 'noreferrer'),
    }));
  const found = finds.filter(find => matches(query, find));
  const groups = [...new Set(found.map(({ group }) => group))];
  const leave = () => {
    onClose();
    setQuery('');
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      aria-label={words.search}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={id => {
          leave();
          finds.find(find => find.id === id)?.open();
        }}
      >
        <Combobox.EventsTarget>
          <TextInput
            value={query}
            onChange={event => {
              setQuery(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
            placeholder={words.searchFor}
            aria-label={words.searchFor}
            leftSection={<Search size={18} />}
            variant="unstyled"
            size="md"
            p={4}
            data-autofocus
          />
        </Combobox.EventsTarget>
        <ScrollArea.Autosize mah="50vh" type="auto" style={{ borderTop: '1px solid var(--line)' }}>
          <Combobox.Options p={8} aria-label={words.search}>
            {groups.map(group => (
              <Combobox.Group key={group} label={group}>
                {found
                  .filter(find => find.group === group)
                  .map(({ id, title, note }) => (
                    <Combobox.Option key={id} value={id}>
                      {title}
                      {note && (
                        <Text span c="dimmed" size="xs" ms="xs">
                          {note}
                        </Text>
                      )}
                    </Combobox.Option>
                  ))}
              </Combobox.Group>
            ))}
            {found.length === 0 && <Combobox.Empty>{words.nothingFound}</Combobox.Empty>}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox>
    </Modal>
  );
}
