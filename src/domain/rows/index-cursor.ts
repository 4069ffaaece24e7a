import { wrongCursor } from './cursor.ts';

/** Cursors of lists whose rows are numbered from 0. `kind` keeps a cursor of one list from being used for another. */
export const makeIndexCursors = (kind: string) => {
  const encode = (index: number): string => Buffer.from(`${kind} ${index}`).toString('base64url');
  return {
    encode,
    /** Returns the index that a page begins with. */
    decode(text: string | undefined): number {
      if (text === undefined) return 0;
      const [, digits = ''] = /^\w+ (\d{1,9})$/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
      if (digits === '' || encode(Number(digits)) !== text) throw wrongCursor();
      return Number(digits);
    },
  };
};
