import { Button, Text } from '@mantine/core';
import { strings } from '../../wording/strings.ts';
import { Field } from './field.tsx';
import { groupNames } from './groups.ts';
import classes from './options-form.module.css';
import type { PageSource } from './props.ts';
import { type OptionSchema, withoutDefault } from './schema.ts';

const words = strings.options;

/**
 * A form generated from a job type's schema. `value` and the argument of `onChange` contain only options that differ
 * from their defaults, and can be sent as they are.
 */
export function OptionsForm({
  schema,
  choices = {},
  value,
  onChange,
  hidden = [],
  pdf,
}: {
  schema: unknown;
  choices?: Record<string, string[]> | undefined;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** Options that are set elsewhere. */
  hidden?: string[];
  /** The document whose pages can be picked. */
  pdf?: PageSource | undefined;
}) {
  const { properties = {}, required = [] } = schema as OptionSchema;
  const names = Object.keys(properties).filter(name => !hidden.includes(name));
  const changed = names.filter(name => name in value);
  if (names.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <div>
      {groupNames(names, properties).map(group => (
        <fieldset key={group.title ?? ''} className={classes.group}>
          {group.title && <legend className={classes.legend}>{group.title}</legend>}
          {group.names.map(name => (
            <Field
              key={name}
              name={name}
              schema={properties[name]!}
              choices={choices[name]}
              required={required.includes(name) && properties[name]!.default === undefined}
              value={value[name]}
              pdf={pdf}
              onChange={next => onChange(withoutDefault(value, name, next, properties[name]!))}
            />
          ))}
        </fieldset>
      ))}
      {changed.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() =>
            onChange(Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))))
          }
        >
          {words.resetAll}
        </Button>
      )}
    </div>
  );
}
