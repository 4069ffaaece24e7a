import type { ComponentType } from 'react';
import type { FormEntry } from './form-entry.ts';
import type { OptionSchema } from './schema.ts';

/** A source of page thumbnails: a file or its address. */
export type PageSource = Blob | string;

export interface FieldProps {
  name: string;
  schema: OptionSchema;
  choices?: string[] | undefined;
  required?: boolean;
  value: unknown;
  pdf?: PageSource | undefined;
  /** The fields of a PDF form; null if they are still being read. */
  formFields?: FormEntry[] | null | undefined;
  /** The address of the image, if browsers display it. */
  picture?: string | undefined;
  /** The reason why the service refused the value. */
  problem?: string | undefined;
  onChange: (value: unknown) => void;
}

export type ControlProps = FieldProps & {
  id: string;
  label: string;
  described: string | undefined;
  /** Renders a nested option. */
  Field: ComponentType<FieldProps>;
};
