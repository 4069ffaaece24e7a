import { Type } from 'typebox';

export const passwordOption = () =>
  Type.Optional(
    Type.String({
      description: 'Opens an encrypted document. What is made of it is not encrypted.',
      writeOnly: true,
      minLength: 1,
      maxLength: 1024,
    }),
  );
