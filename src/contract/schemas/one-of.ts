import { type TStringOptions, Type } from 'typebox';

/** A schema for one of a few words, with the matching type. */
export const oneOf = <const Word extends string>(words: readonly Word[], settings: TStringOptions = {}) =>
  Type.Unsafe<Word>(Type.String({ enum: [...words], ...settings }));
