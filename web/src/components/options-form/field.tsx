import { ActionIcon, Tooltip } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { useId } from 'react';
import { strings } from '../../wording/strings.ts';
import { OptionControl } from './fields/control.tsx';
import { readHelp } from './groups.ts';
import classes from './options-form.module.css';
import type { FieldProps } from './props.ts';
import { chooseControl } from './schema.ts';

const words = strings.options;

/** One option: its title, help, control, and a reset button. */
export function Field(props: FieldProps) {
  const { name, schema, choices, required, value, onChange } = props;
  const id = useId();
  const control = chooseControl(name, schema, choices);
  const changed = value !== undefined;
  const label = schema.title ?? name;
  const isGroup = ['group', 'steps', 'boxes', 'several', 'file', 'form'].includes(control.kind);
  const help = readHelp(schema);
  return (
    <div className={classes.field} data-option={name}>
      <div className={classes.head}>
        {isGroup ? (
          <span className={classes.label} id={`${id}-label`}>
            {label}
            {required && ' *'}
          </span>
        ) : (
          <label className={classes.label} htmlFor={id} id={`${id}-label`}>
            {label}
            {required && ' *'}
          </label>
        )}
        {changed && (
          <>
            <span className={classes.changed} title={words.changed} />
            <Tooltip label={words.reset}>
              <ActionIcon
                size="sm"
                aria-label={`${words.reset}: ${label}`}
                onClick={() => onChange(undefined)}
              >
                <RotateCcw size={12} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
      </div>
      {help && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      <OptionControl
        {...props}
        Field={Field}
        control={control}
        id={id}
        label={label}
        described={help ? `${id}-help` : undefined}
      />
      {props.problem && <p className={classes.problem}>{props.problem}</p>}
    </div>
  );
}
