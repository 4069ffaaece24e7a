import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Asks for a password to be set, as long as the service takes them. */
export const NewPassword = (props: PasswordInputProps) => (
  <PasswordInput
    name="password"
    required
    minLength={10}
    maxLength={128}
    autoComplete="new-password"
    {...props}
  />
);
