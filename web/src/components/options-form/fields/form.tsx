import {
  Autocomplete,
  Loader,
  MultiSelect,
  NativeSelect,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { enterValue, type FieldValue, type FormEntry } from '../form-entry.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';

const words = strings.options.form;
/** Longer forms can be searched. */
const searchedFrom = 12;

/** The fields of a PDF form with their values. Only those that a person changes are sent. */
export function FormControl({
  value,
  onChange,
  label,
  fields,
}: ControlProps & { fields: FormEntry[] | null }) {
  const [sought, setSought] = useState('');
  if (!fields) return <Loader size="sm" aria-label={words.reading} />;
  if (fields.length === 0) return <Text c="dimmed">{words.none}</Text>;
  const values = (value as Record<string, FieldValue> | undefined) ?? {};
  const isSought = ({ name, label = '' }: FormEntry) =>
    `${name} ${label}`.toLowerCase().includes(sought.trim().toLowerCase());
  return (
    <div role="group" aria-label={label} className={classes.formFields}>
      {fields.length >= searchedFrom && (
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={sought}
          onChange={event => setSought(event.currentTarget.value)}
        />
      )}
      {fields.filter(isSought).map(field => (
        <FieldControl
          key={field.name}
          field={field}
          value={field.name in values ? values[field.name]! : field.value}
          onChange={next => onChange(enterValue(values, field, next))}
        />
      ))}
    </div>
  );
}

function FieldControl({
  field,
  value,
  onChange,
}: {
  field: FormEntry;
  value: FieldValue;
  onChange: (value: FieldValue) => void;
}) {
  const { name, type, label, choices = [], maxLength, required } = field;
  const text = typeof value === 'string' ? value : '';
  const listed = choices.map(choice => ({ value: choice.value, label: choice.label ?? choice.value }));
  // A field of a PDF may be required, but a form can be filled in part by part.
  const shown = { label: label || name, withAsterisk: required, dir: 'auto' };
  if (type === 'text') {
    const Input = field.multiline ? Textarea : TextInput;
    return (
      <Input
        {...shown}
        {...(field.multiline && { autosize: true, minRows: 2, maxRows: 8 })}
        {...(field.secret && { type: 'password', autoComplete: 'off' })}
        {...(maxLength !== undefined && { maxLength })}
        value={text}
        onChange={(event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (type === 'checkbox' && listed.length <= 1)
    return (
      <Switch
        label={shown.label}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    );
  if (type === 'dropdown' && field.editable)
    return (
      <Autocomplete {...shown} data={listed.map(choice => choice.label)} value={text} onChange={onChange} />
    );
  if (type === 'list' && field.multiple)
    return (
      <MultiSelect {...shown} data={listed} value={[value ?? []].flat().map(String)} onChange={onChange} />
    );
  return (
    <NativeSelect
      {...shown}
      data={[{ value: '', label: words.nothing }, ...listed]}
      value={text}
      onChange={event => onChange(event.currentTarget.value || null)}
    />
  );
}
