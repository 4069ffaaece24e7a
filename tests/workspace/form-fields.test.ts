import { expect, test } from 'vitest';
import {
  enterValue,
  type FormEntry,
  readFormEntries,
} from '../../web/src/components/options-form/form-entry.ts';

const facts = { readOnly: false, required: false };
const name: FormEntry = { ...facts, name: 'name', type: 'text', value: 'Ada' };
const city: FormEntry = { ...facts, name: 'city', type: 'text', value: null };

test('only fields that differ from the form are sent, and an emptied one as null', () => {
  expect(enterValue({}, name, 'Grace')).toEqual({ name: 'Grace' });
  expect(enterValue({ name: 'Grace' }, name, 'Ada')).toBeUndefined();
  expect(enterValue({ city: 'Paris' }, name, '')).toEqual({ city: 'Paris', name: null });
  expect(enterValue({ city: 'Paris' }, city, '')).toBeUndefined();
});

test('buttons, signatures and fields that cannot be changed are not offered', () => {
  const fields = [
    name,
    { ...facts, name: 'send', type: 'button', value: null },
    { ...facts, name: 'signature', type: 'signature', value: null },
    { ...city, readOnly: true },
  ];
  expect(readFormEntries(JSON.stringify({ fields }))).toEqual([name]);
});
