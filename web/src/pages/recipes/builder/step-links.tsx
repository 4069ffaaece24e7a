import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { translate } from '../../../wording/declared.ts';
import { nameFormat } from '../../../wording/format-names.ts';
import { nameValue } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import type { DraftStep } from '../draft.ts';
import classes from './builder.module.css';
import { StepOutput } from './step-output.tsx';

const words = strings.recipes.links;

type Condition = NonNullable<DraftStep['when']>;

/** Sets or removes a part of a condition. A condition without parts is removed. */
function changeCondition(step: DraftStep, changed: Partial<Record<keyof Condition, unknown>>): DraftStep {
  const { when, ...rest } = step;
  const parts = Object.entries({ ...when, ...changed }).filter(
    ([, value]) => value !== undefined && value !== '',
  );
  return parts.length > 0 ? { ...rest, when: Object.fromEntries(parts) as Condition } : rest;
}

function changeFrom({ from: _, ...rest }: DraftStep, names: string[]): DraftStep {
  const [first, ...others] = names;
  if (first === undefined) return rest;
  return { ...rest, from: others.length > 0 ? names : first };
}

const changeName = ({ outputName: _, ...rest }: DraftStep, outputName: string): DraftStep => ({
  ...rest,
  ...(outputName && { outputName }),
});

const kilobyte = 1000;
const modes = ['one', 'forEach', 'collect'] as const;
type Mode = (typeof modes)[number];

function changeMode({ forEach: _, collect: __, ...rest }: DraftStep, mode: Mode): DraftStep {
  return mode === 'one' ? rest : { ...rest, [mode]: true };
}

const hasLinks = ({ from, forEach, collect, when, outputName, output }: DraftStep): boolean =>
  [from, forEach, collect, when, outputName, output].some(Boolean);

/** The fields of a step that say which files it takes, when it runs and how its files are named. */
export function StepLinks({
  step,
  earlier,
  formats,
  onChange,
}: {
  step: DraftStep;
  /** The names of the steps before it. */
  earlier: string[];
  /** The formats that can reach it. */
  formats: string[];
  onChange: (step: DraftStep) => void;
}) {
  // The fields are open from the start if one of them is set.
  const [opened, setOpened] = useState(hasLinks(step));
  const { when = {} } = step;
  const chosen = [step.from ?? []].flat();
  const sources = [...new Set(['input', ...earlier, ...chosen])];
  const mode: Mode = step.forEach ? 'forEach' : step.collect ? 'collect' : 'one';
  const [format] = [when.format ?? []].flat();
  const number = (name: 'minPages' | 'maxPages' | 'minBytes' | 'maxBytes', unit: number) => (
    <NumberInput
      label={words[name]}
      value={when[name] === undefined ? '' : when[name] / unit}
      min={0}
      allowDecimal={unit > 1}
      onChange={value =>
        onChange(
          changeCondition(step, { [name]: value === '' ? undefined : Math.round(Number(value) * unit) }),
        )
      }
    />
  );
  const choice = <Name extends 'hasText' | 'hasImages' | 'orientation' | 'pageSize'>(
    name: Name,
    label: string,
    values: NonNullable<Condition[Name]>[],
  ) => (
    <Select
      label={label}
      data={values.map(value => ({
        value: String(value),
        label: typeof value === 'boolean' ? strings.values[value ? 'yes' : 'no'] : nameValue(name, value),
      }))}
      value={when[name] === undefined ? null : String(when[name])}
      placeholder="–"
      clearable
      onChange={chosen =>
        onChange(changeCondition(step, { [name]: values.find(value => String(value) === chosen) }))
      }
    />
  );
  return (
    <details className={classes.links} open={opened} onToggle={event => setOpened(event.currentTarget.open)}>
      <summary>{words.title}</summary>
      {(earlier.length > 0 || chosen.length > 0) && (
        <Checkbox.Group
          label={words.from}
          description={words.fromHelp}
          value={chosen}
          onChange={names =>
            onChange(
              changeFrom(
                step,
                sources.filter(name => names.includes(name)),
              ),
            )
          }
        >
          <div className={classes.sources}>
            {sources.map(name => (
              <Checkbox key={name} value={name} label={name === 'input' ? words.input : name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <Select
        label={words.mode}
        data={modes.map(value => ({ value, label: words.modes[value] }))}
        value={mode}
        allowDeselect={false}
        onChange={value => onChange(changeMode(step, value as Mode))}
      />
      <Select
        label={words.format}
        data={[...new Set([...formats, ...(format === undefined ? [] : [format])])].map(value => ({
          value,
          label: nameFormat(value),
        }))}
        value={format ?? null}
        placeholder={words.anyFormat}
        clearable
        onChange={value => onChange(changeCondition(step, { format: value ?? undefined }))}
      />
      <div className={classes.conditions}>
        {number('minPages', 1)}
        {number('maxPages', 1)}
        {number('minBytes', kilobyte)}
        {number('maxBytes', kilobyte)}
        {choice('hasText', words.hasText, [true, false])}
        {choice('hasImages', words.hasImages, [true, false])}
        {choice('orientation', translate('Orientation'), ['portrait', 'landscape'])}
        {choice('pageSize', translate('Page size'), ['a3', 'a4', 'a5', 'letter', 'legal'])}
      </div>
      <TextInput
        label={words.outputName}
        description={words.outputNameHelp}
        placeholder="{name}-{index}.{ext}"
        value={step.outputName ?? ''}
        maxLength={200}
        onChange={event => onChange(changeName(step, event.currentTarget.value))}
      />
      <StepOutput step={step} onChange={onChange} />
    </details>
  );
}
