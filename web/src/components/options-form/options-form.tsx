import type { JobType } from '@filemill/client';
import { Button, Text } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isFulfilled } from '../../wording/conditions.ts';
import { fillOptions, keepShown, type OptionProblem } from '../../wording/options.ts';
import { strings } from '../../wording/strings.ts';
import { Field } from './field.tsx';
import type { FormEntry } from './form-entry.ts';
import { findLaterGroups, groupNames, type OptionGroup } from './groups.ts';
import { LaterGroup } from './later-group.tsx';
import classes from './options-form.module.css';
import type { PageSource } from './props.ts';
import { isEqual, type OptionSchema, showsPage, withoutDefault } from './schema.ts';
import { WayChoice } from './way-choice.tsx';
import { chooseWay, findWay, isOfWay } from './ways.ts';

const words = strings.options;
const ShownPage = lazy(() =>
  import('./fields/shown-page.tsx').then(({ ShownPage }) => ({ default: ShownPage })),
);

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
  formFields,
}: {
  /** The job type, with the options that apply to this conversion. */
  type: JobType;
  value: Record<string, unknown>;
  onChange: (value: Record<string, unknown>) => void;
  /** Options that are set elsewhere. */
  chosen?: Record<string, unknown>;
  /** The format of the file, or the formats of several. */
  input?: string | string[] | undefined;
  /** The format of the result, if no option names it. */
  output?: string | undefined;
  problem?: OptionProblem | undefined;
  /** The document whose pages can be picked. */
  pdf?: PageSource | undefined;
  /** The address of the image that can be drawn on. */
  picture?: string | undefined;
  /** The fields of the document's form; null if they are still being read. */
  formFields?: FormEntry[] | null | undefined;
}) {
  const { properties: declared = {}, required = [], 'x-ways': ways } = type.options as OptionSchema;
  const { choices = {} } = type;
  const formats = { input, output };
  const values = fillOptions(type, { ...chosen, ...value }, formats);
  const way = ways && findWay(ways, { ...chosen, ...value });
  const { sets } = way ?? {};
  // An option that the way sets has that value as its default, because the way needs it.
  const properties = Object.fromEntries(
    Object.entries(declared).map(([name, schema]) => [
      name,
      sets && name in sets ? { ...schema, default: sets[name] } : schema,
    ]),
  );
  const isRequired = (name: string) => required.includes(name) && properties[name]!.default === undefined;
  // The output format decides which other options apply.
  const awaitsFormat =
    'outputFormat' in properties &&
    isRequired('outputFormat') &&
    !('outputFormat' in { ...chosen, ...value });
  const names = Object.keys(properties).filter(
    name =>
      !(name in chosen) &&
      (!awaitsFormat || isRequired(name)) &&
      !properties[name]!['x-hidden'] &&
      (!ways || isOfWay(ways, way!, name)) &&
      // There is nothing to choose where one model is installed.
      !(properties[name]!.type === 'string' && choices[name]?.length === 1) &&
      isFulfilled(properties[name]!['x-shown-when'], values),
  );
  const change = (name: string, next: unknown) => {
    const changed = withoutDefault(value, name, next, properties[name]!);
    const all = { ...chosen, ...sets, ...changed };
    const kept = keepShown(type, all, formats);
    onChange(Object.fromEntries(Object.entries(kept).filter(([each]) => !(each in chosen))));
  };
  const isChanged = (name: string) => name in value && !isEqual(value[name], sets?.[name]);
  const changed = names.filter(isChanged);
  if (names.length === 0 && !ways) return <Text c="dimmed">{words.none}</Text>;
  const ofWay = way?.options.filter(name => names.includes(name)) ?? [];
  const groups = groupNames(
    names.filter(name => !ofWay.includes(name)),
    properties,
  );
  const later = findLaterGroups(
    groups.filter(({ isSecret }) => !isSecret),
    ways !== undefined,
  );
  const showField = (name: string) => (
    <Field
      key={name}
      name={name}
      schema={properties[name]!}
      choices={choices[name]}
      required={isRequired(name)}
      value={isChanged(name) ? value[name] : undefined}
      pdf={pdf}
      picture={picture}
      formFields={formFields}
      problem={problem?.option === name ? problem.message : undefined}
      onChange={next => change(name, next)}
    />
  );
  return (
    <div>
      {ways && (
        <fieldset className={classes.group}>
          <WayChoice
            ways={ways}
            chosen={way!.title}
            onChoose={title => onChange(chooseWay(ways, title, value))}
          />
          {pdf && !ofWay.some(name => showsPage(name, properties[name]!)) && (
            <Suspense fallback={null}>
              <ShownPage pdf={pdf} label={way!.title} />
            </Suspense>
          )}
          {ofWay.map(showField)}
        </fieldset>
      )}
      {groups.map(group => {
        const titles = group.names.map(name => properties[name]!.title ?? name);
        const fields = group.names.map(showField);
        const isRefused = group.names.some(name => problem?.option === name);
        const isNeeded = isRefused || group.names.some(name => isRequired(name) || isChanged(name));
        return later.has(group) ? (
          <LaterGroup
            key={group.title}
            heading={group.title!}
            titles={titles}
            isNeeded={isNeeded}
            isRefused={isRefused}
          >
            {fields}
          </LaterGroup>
        ) : (
          <Group
            key={group.title ?? ''}
            group={group}
            title={titles[0]!}
            isFolded={group.isSecret && !isNeeded}
          >
            {fields}
          </Group>
        );
      })}
      {changed.length > 0 && (
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          onClick={() =>
            onChange({
              ...Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))),
              ...sets,
            })
          }
        >
          {words.resetAll}
        </Button>
      )}
    </div>
  );
}

/** Options that belong together. Passwords that most files do not need are folded, and one option needs no heading. */
function Group({
  group: { title: heading, names },
  title,
  isFolded,
  children,
}: {
  group: OptionGroup;
  /** The title of its first option. */
  title: string;
  isFolded: boolean;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState(!isFolded);
  if (isFolded && !opened)
    return (
      <Button
        className={classes.unfold}
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<ChevronRight size={14} aria-hidden="true" className={classes.chevron} />}
        onClick={() => setOpened(true)}
      >
        {title}
      </Button>
    );
  return (
    <fieldset className={classes.group}>
      {heading && names.length > 1 && <legend className={classes.legend}>{heading}</legend>}
      {children}
    </fieldset>
  );
}
