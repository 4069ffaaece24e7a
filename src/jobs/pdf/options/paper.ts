import { Type } from 'typebox';

/** The option for a standard size of paper. */
export const pageSizeOption = (description: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.Literal('a3'),
        Type.Literal('a4'),
        Type.Literal('a5'),
        Type.Literal('letter'),
        Type.Literal('legal'),
      ],
      { 'x-group': 'Paper', description },
    ),
  );
