import { Type } from 'typebox';

/** Makes the option for a standard paper size. */
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
