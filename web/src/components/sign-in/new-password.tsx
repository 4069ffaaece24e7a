import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a new password, with the service's length limits. */
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
