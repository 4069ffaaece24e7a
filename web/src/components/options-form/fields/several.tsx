import { Chip, Group } from '@mantine/core';
import { nameValue } from '../../../wording/options.ts';
import type { ControlProps } from '../props.ts';
import { type Choice, getDefault } from '../schema.ts';

/** Any number of a few values. */
export function SeveralControl({
  name,
  schema,
  value,
  onChange,
  values,
  label,
}: ControlProps & { values: Choice[] }) {
  const chosen = ((value ?? getDefault(schema) ?? []) as Choice[]).map(String);
  return (
    <Chip.Group
      multiple
      value={chosen}
      onChange={next => onChange(values.filter(each => next.includes(String(each))))}
    >
      <Group gap={8} role="group" aria-label={label}>
        {values.map(each => (
          <Chip key={String(each)} value={String(each)} size="xs">
            {nameValue(name, each, schema['x-labels'])}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
