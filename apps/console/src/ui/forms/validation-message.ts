import type { TFunction } from 'i18next';
import type { z } from 'zod';

/** Returns why the server would refuse a value; undefined if it would not. Needs the texts `errors`. */
export function validationMessage(
  field: z.ZodType,
  value: unknown,
  t: TFunction,
): string | undefined {
  const code = field.safeParse(value).error?.issues[0]?.message;
  return code === undefined ? undefined : t(`errors.${code}` as 'errors.invalid_parameter');
}
