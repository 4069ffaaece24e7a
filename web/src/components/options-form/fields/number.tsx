import { NumberInput, Slider } from '@mantine/core';
import { strings } from '../../../wording/strings.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';
import { type Control, getDefault } from '../schema.ts';

/** A range wider than this has no slider. */
const slidable = 2400;

/** A number, with a slider if the range is small enough. */
export function NumberControl({
  id,
  label,
  schema,
  value,
  onChange,
  described,
  control: { minimum, maximum, whole },
}: ControlProps & { control: Extract<Control, { kind: 'number' }> }) {
  const shown = (value ?? getDefault(schema)) as number | undefined;
  const step = whole ? 1 : (maximum ?? 0) - (minimum ?? 0) <= 2 ? 0.05 : 1;
  const input = (
    <NumberInput
      id={id}
      aria-describedby={described}
      value={shown ?? ''}
      onChange={next => onChange(next === '' ? undefined : Number(next))}
      min={minimum}
      max={maximum}
      step={step}
      allowDecimal={!whole}
      placeholder={schema['x-labels']?.[''] ?? strings.options.autoShort}
    />
  );
  if (minimum === undefined || maximum === undefined || maximum - minimum > slidable) return input;
  return (
    <div className={classes.slider}>
      <Slider
        value={shown ?? Math.round((minimum + maximum) / 2)}
        onChange={next => onChange(whole ? Math.round(next) : Number(next.toFixed(2)))}
        min={minimum}
        max={maximum}
        step={step}
        label={null}
        thumbLabel={label}
        size="sm"
        // Without a value, the slider only shows its handle where it is used.
        {...(shown === undefined && { classNames: { bar: classes.unset!, thumb: classes.unset! } })}
      />
      {input}
    </div>
  );
}
