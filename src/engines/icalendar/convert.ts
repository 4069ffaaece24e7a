import { writeFile } from 'node:fs/promises';
import { JobFailure } from '../../contract/failure.ts';
import { decodeWhole } from '../../encodings/encoding.ts';
import type { Convert } from '../conversion.ts';
import { listEntries } from './calendar.ts';
import { readCard } from './contacts.ts';
import { readComponents } from './content-lines.ts';

const maxCharacters = 50_000_000;

export const convert: Convert = async ({ from, input, output }) => {
  const { components, isWhole } = readComponents(await decodeWhole(input, maxCharacters));
  const found = components.filter(({ name }) => name === (from === 'ics' ? 'VCALENDAR' : 'VCARD'));
  if (found.length === 0) throw new JobFailure('unreadable_input', `no ${from} component`);
  const rows = from === 'ics' ? listEntries(found) : found.map(readCard);
  await writeFile(output, `${JSON.stringify(rows, undefined, 2)}\n`);
  return [
    {
      path: output,
      metadata: { entries: rows.length },
      warnings: isWhole ? [] : ['damaged_input'],
    },
  ];
};
