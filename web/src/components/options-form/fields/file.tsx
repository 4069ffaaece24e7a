import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import type { ControlProps } from '../props.ts';

/** Reads a file as base64. */
const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** A small file whose content is the value, in base64. */
export function FileControl({ id, label, value, onChange, described }: ControlProps) {
  const [chosen, setChosen] = useState<File | null>(null);
  return (
    <FileInput
      id={id}
      aria-label={label}
      aria-describedby={described}
      value={value === undefined ? null : chosen}
      placeholder={value === undefined ? strings.options.chooseFile : strings.options.fileChosen}
      clearable
      onChange={async file => {
        setChosen(file);
        onChange(file ? await readBase64(file) : undefined);
      }}
    />
  );
}
