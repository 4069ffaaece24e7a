import { NumberInput } from '@mantine/core';
import { strings } from '../../../wording/strings.ts';
import type { ControlProps } from '../props.ts';
import { getDefault } from '../schema.ts';

const megabyte = 1_000_000;

/** A size in megabytes. */
export function BytesControl({ id, schema, value, onChange, described }: ControlProps) {
  const bytes = (value ?? getDefault(schema)) as number | undefined;
  return (
    <NumberInput
      id={id}
      aria-describedby={described}
      value={bytes === undefined ? '' : bytes / megabyte}
      onChange={next => onChange(next === '' ? undefined : Math.round(Number(next) * megabyte))}
      min={(schema.minimum ?? 0) / megabyte}
      {...(schema.maximum !== undefined && { max: schema.maximum / megabyte })}
      step={1}
      decimalScale={3}
      suffix=" MB"
      placeholder={strings.options.noLimit}
    />
  );
}
