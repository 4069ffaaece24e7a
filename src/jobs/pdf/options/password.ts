import { Type } from 'typebox';

export const passwordOption = () =>
  Type.Optional(
    Type.String({
      'x-group': 'Protection',
      description: 'Opens an encrypted document. What is made of it is not encrypted.',
      writeOnly: true,
      minLength: 1,
      maxLength: 1024,
    }),
  );
