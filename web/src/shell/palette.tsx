import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.ts';
import { type Find, Finder } from '../components/finder/finder.tsx';
import { strings } from '../strings.ts';
import { sections } from './navigation.ts';

const words = strings.shell;

/** What choosing it does. */
type Destination = Find & { open(): void };

/** Ctrl-K: finds pages, and opens them. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const pages: Destination[] = sections
    .filter(({ operators }) => !operators || user.operator)
    .flatMap(({ places }) => places)
    .map(({ label, to, href, icon: Icon }) => ({
      id: `page ${label}`,
      group: words.navigation,
      title: label,
      icon: <Icon size={16} strokeWidth={1.75} />,
      open: () =>
        to
          ? navigate({ to: to as '/' })
          : window.open(new URL(href!, document.baseURI), '_blank', 'noreferrer'),
    }));
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      aria-label={words.search}
    >
      <Finder
        finds={pages}
        placeholder={words.searchFor}
        onChoose={find => {
          onClose();
          (find as Destination).open();
        }}
      />
    </Modal>
  );
}
