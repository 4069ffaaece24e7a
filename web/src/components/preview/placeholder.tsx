import { Center, Loader, Text } from '@mantine/core';
import classes from './preview.module.css';

/** A placeholder while a preview loads, or the reason why there is none. */
export const Placeholder = ({ problem }: { problem?: string }) => (
  <Center className={classes.pane}>
    {problem === undefined ? (
      <Loader size="sm" />
    ) : (
      <Text c="dimmed" ta="center" px="md">
        {problem}
      </Text>
    )}
  </Center>
);
