import { type TStringOptions, Type } from 'typebox';

/** An object that takes no other fields. */
export const closed = { additionalProperties: false } as const;

export const time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description && { description }) });

/** Makes a schema for one of a few words, with the matching type. */
export const oneOf = <const Word extends string>(words: readonly Word[], settings: TStringOptions = {}) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], ...settings }));
