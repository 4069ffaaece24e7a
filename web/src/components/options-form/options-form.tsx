import type { JobType } from '@filemill/client';
import { Button, Text } from '@mantine/core';
import { isFulfilled } from '../../wording/conditions.ts';
import { fillOptions, keepShown, type OptionProblem } from '../../wording/options.ts';
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
  type,
  value,
  onChange,
  chosen = {},
  input,
  output,
  problem,
  pdf,
  picture,
}: {
  /** The job type, with the options that apply to this conversion. */
  type: JobType;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** Options that are set elsewhere. */
  chosen?: Record<string, unknown>;
  /** The format of the file. */
  input?: string | undefined;
  /** The format of the result, if no option names it. */
  output?: string | undefined;
  problem?: OptionProblem | undefined;
  /** The document whose pages can be picked. */
  pdf?: PageSource | undefined;
  /** The address of the image that can be drawn on. */
  picture?: string | undefined;
}) {
  const { properties = {}, required = [] } = type.options as OptionSchema;
  const { choices = {} } = type;
  const formats = { input, output };
  const values = fillOptions(type, { ...chosen, ...value }, formats);
  const names = Object.keys(properties).filter(
    name =>
      !(name in chosen) &&
      !properties[name]!['x-hidden'] &&
      isFulfilled(properties[name]!['x-shown-when'], values),
  );
  const change = (name: string, next: unknown) => {
    const changed = withoutDefault(value, name, next, properties[name]!);
    const sets = name in changed ? properties[name]!['x-sets'] : undefined;
    const all = { ...chosen, ...changed, ...sets };
    const kept = keepShown(type, all, formats);
    onChange(Object.fromEntries(Object.entries(kept).filter(([each]) => !(each in chosen))));
  };
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
              picture={picture}
              problem={problem?.option === name ? problem.message : undefined}
              onChange={next => change(name, next)}
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
