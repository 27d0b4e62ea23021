import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password. Mantine's, which shows an error only by its color and text, says it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
