import { type Static, Type } from 'typebox';
import { roles } from '../roles.ts';
import { closed, time } from './fields.ts';

export const passwordLength = { minLength: 10, maxLength: 128 } as const;

/** scrypt cannot tell a password from the same password with U+0000 appended, so U+0000 is refused. */
const secret = {
  pattern: '^[^\\u0000]*$',
  writeOnly: true,
  description: 'Any characters but U+0000.',
} as const;
const GivenPassword = Type.String({ minLength: 1, maxLength: passwordLength.maxLength, ...secret });

export const NewPassword = Type.String({
  ...passwordLength,
  ...secret,
  description: `${passwordLength.minLength} to ${passwordLength.maxLength} characters, any but U+0000.`,
});
export const PersonName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'One line: no control characters.',
});
/** This is as strict as the check at sign-in, so that nobody gets an account they could not sign in to. */
export const Email = Type.String({
  maxLength: 254,
  pattern:
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
  description: 'An address like name@example.com. Capital letters make no difference.',
});
/** The part of a link after `#token=`. */
const Token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The part of the link after `#token=`.',
});

export const SignIn = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 254 }),
    password: GivenPassword,
  },
  { ...closed, 'x-name': 'SignIn' },
);

export const Welcome = Type.Object(
  { token: Token, name: PersonName, email: Email, password: NewPassword },
  { ...closed, 'x-name': 'Welcome' },
);
export const ChosenPassword = Type.Object(
  { token: Token, password: NewPassword },
  { ...closed, 'x-name': 'ChosenPassword' },
);
export const ChangedPassword = Type.Object(
  {
    currentPassword: GivenPassword,
    newPassword: NewPassword,
  },
  { ...closed, 'x-name': 'ChangedPassword' },
);
export const ShownInvitation = Type.Object({ token: Token }, { ...closed, 'x-name': 'ShownInvitation' });
export const AcceptedInvitation = Type.Object(
  {
    token: Token,
    name: Type.Optional(PersonName),
    password: Type.Optional(NewPassword),
  },
  {
    ...closed,
    'x-name': 'AcceptedInvitation',
    description:
      'If you are signed in, only the token. Otherwise also your name and a password; your email address is the invited one.',
  },
);

export const User = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    operator: Type.Boolean({ description: 'Sees why jobs failed, in every workspace, and sets plans.' }),
    createdAt: time(),
  },
  { ...closed, $id: 'User' },
);

export const Session = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the current one.' }),
    address: Type.Optional(Type.String()),
    userAgent: Type.Optional(Type.String()),
    createdAt: time(),
    expiresAt: time('Extended while it is used.'),
  },
  { ...closed, $id: 'Session' },
);
export type Session = Static<typeof Session>;

export const SessionList = Type.Object(
  { sessions: Type.Array(Type.Ref('Session#')) },
  { ...closed, $id: 'SessionList' },
);

/** The signed-in user and their workspaces. */
export const Signed = Type.Object(
  {
    user: Type.Ref('User#'),
    sessionId: Type.String(),
    workspaces: Type.Array(
      Type.Object(
        { id: Type.String(), name: Type.String(), role: Type.String({ enum: [...roles] }) },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'SignedIn' },
);
