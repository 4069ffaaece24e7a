import { Type } from 'typebox';

export const passwordOption = () =>
  Type.Optional(
    Type.String({
      'x-group': 'Protection',
      description: 'The password of an encrypted document. The output is not encrypted.',
      writeOnly: true,
      minLength: 1,
      maxLength: 1024,
    }),
  );
