import { Center } from '@mantine/core';
import { Mark } from './mark.tsx';

/** A placeholder for a page that takes longer to load. */
export function Pending() {
  return (
    <Center mih={320} h="60vh" role="status" aria-busy="true">
      <Mark size={40} />
    </Center>
  );
}
