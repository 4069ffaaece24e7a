import { Center, Loader, Text } from '@mantine/core';
import classes from './preview.module.css';

/** Stands where a file will be seen, or says why it will not. */
export const Instead = ({ problem }: { problem?: string }) => (
  <Center className={classes.pane}>
    {problem === undefined ? <Loader size="sm" /> : <Text c="dimmed">{problem}</Text>}
  </Center>
);
