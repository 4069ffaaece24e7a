import { Type } from 'typebox';

/** An object that takes no other fields. */
export const closed = { additionalProperties: false } as const;

export const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) });
