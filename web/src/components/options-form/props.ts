import type { ComponentType } from 'react';
import type { OptionSchema } from './schema.ts';

/** Something whose pages can be shown: a file, or the address of one. */
export type PageSource = Blob | string;

export interface FieldProps {
  name: string;
  schema: OptionSchema;
  choices?: string[] | undefined;
  required?: boolean;
  value: unknown;
  pdf?: PageSource | undefined;
  onChange: (value: unknown) => void;
}

export type ControlProps = FieldProps & {
  id: string;
  label: string;
  described: string | undefined;
  /** What shows an option within this one. */
  Field: ComponentType<FieldProps>;
};
