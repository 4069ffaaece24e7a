import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import type { ControlProps } from '../props.ts';

const words = strings.options;

/** Values by names, one in each line: "name = value". */
export function PairsControl({ id, value, onChange, described }: ControlProps) {
  const [text, setText] = useState(() => writePairs((value as Record<string, unknown>) ?? {}));
  return (
    <Textarea
      id={id}
      aria-describedby={described}
      autosize
      minRows={3}
      maxRows={12}
      value={text}
      placeholder={words.pairsExample}
      onChange={event => {
        setText(event.currentTarget.value);
        const pairs = readPairs(event.currentTarget.value);
        onChange(Object.keys(pairs).length > 0 ? pairs : undefined);
      }}
    />
  );
}

const writePairs = (pairs: Record<string, unknown>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap(line => {
      const at = line.indexOf('=');
      const name = line.slice(0, at).trim();
      return at > 0 && name ? [[name, line.slice(at + 1).trim()]] : [];
    }),
  );
