import { type Static, Type } from 'typebox';
import { closed } from './fields.ts';

/** The query of a list that is read page by page. */
export const PageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);
export type PageQuery = Static<typeof PageQuery>;

/** The cursor of the next page, or null on the last one. */
export const nextCursor = Type.Union([Type.String(), Type.Null()]);

/** Declares a list of resources that is read page by page. */
export const makeList = <const Name extends string, const Of extends string>(
  name: Name,
  of: Of,
  id: string,
) => Type.Object({ [name]: Type.Array(Type.Ref(`${of}#`)), nextCursor } as never, { ...closed, $id: id });
