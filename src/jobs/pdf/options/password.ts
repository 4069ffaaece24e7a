import { Type } from 'typebox';

export const passwordOption = (
  description = 'The password of an encrypted document. The output is not encrypted.',
  title?: string,
) =>
  Type.Optional(
    Type.String({
      ...(title && { title }),
      'x-group': 'Protection',
      description,
      writeOnly: true,
      minLength: 1,
      maxLength: 1024,
    }),
  );
