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
