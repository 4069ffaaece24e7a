import { type TStringOptions, Type } from 'typebox';

/** One of these words: a schema that says so to callers, and a type that says so to the code. */
export const oneOf = <const Word extends string>(words: readonly Word[], settings: TStringOptions = {}) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], ...settings }));
