import { Text } from '@mantine/core';
import { strings } from '../../../wording/strings.ts';

/** Stands for the text of a recording in which nobody speaks. */
export const NoSpeech = () => (
  <Text c="dimmed" ta="center" p="xl">
    {strings.preview.noSpeech}
  </Text>
);
