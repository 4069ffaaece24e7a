import { Center } from '@mantine/core';
import { Mark } from './mark.tsx';

/** Until a page is there, where that takes longer than a moment. */
export function Pending() {
  return (
    <Center mih={320} h="60vh" role="status" aria-busy="true">
      <Mark size={40} />
    </Center>
  );
}
