import { Radio, Stack } from '@mantine/core';
import classes from './options-form.module.css';
import type { Ways } from './ways.ts';

/** The first question of a form: which of several things to make. */
export function WayChoice({
  ways,
  chosen,
  onChoose,
}: {
  ways: Ways;
  /** The title of the chosen way. */
  chosen: string;
  onChoose: (title: string) => void;
}) {
  return (
    <Radio.Group
      className={classes.ways}
      label={ways.title}
      value={chosen}
      onChange={onChoose}
      classNames={{ label: classes.label }}
    >
      <Stack gap={0} mt={4}>
        {ways.list.map(({ title }) => (
          <Radio key={title} value={title} label={title} className={classes.way} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
