import { Type } from 'typebox';

export const passwordOption = (
  description = 'The password of an encrypted document. The output is not encrypted.',
) =>
  Type.Optional(
    Type.String({
      'x-group': 'Protection',
      description,
      writeOnly: true,
      minLength: 1,
      maxLength: 1024,
    }),
  );
