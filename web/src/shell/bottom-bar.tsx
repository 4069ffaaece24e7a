import { Drawer, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Menu } from 'lucide-react';
import { strings } from '../wording/strings.ts';
import { sections, useIsHere } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';
import { PlaceList } from './rail.tsx';
import classes from './shell.module.css';

const places = sections.flatMap(section => section.places).filter(({ inBottomBar }) => inBottomBar);

/** The navigation on phones: the four most used pages, and the rest behind "More". */
export function BottomBar() {
  const [open, { open: show, close }] = useDisclosure(false);
  const isHere = useIsHere();
  return (
    <nav className={classes.bottom} aria-label={strings.shell.navigation}>
      {places.map(place => (
        <PlaceLink key={place.label} place={place} />
      ))}
      <UnstyledButton className={classes.place} data-here={!places.some(isHere) || undefined} onClick={show}>
        <Menu size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>{strings.shell.more}</span>
      </UnstyledButton>
      <Drawer
        opened={open}
        onClose={close}
        position="bottom"
        size="auto"
        title={strings.shell.more}
        transitionProps={{ duration: 120 }}
      >
        <PlaceList onClick={close} />
      </Drawer>
    </nav>
  );
}
