import type { ConversionWarnings } from '../ir/conversion-warnings.ts';

/** OpenAI refuses longer user ids; Claude Code's are about twice as long. */
const LENGTH_MAX = 64;

/** Returns the end user's id as OpenAI accepts it. */
export function fitUser(
  user: string | undefined,
  warnings: ConversionWarnings,
): string | undefined {
  if (user === undefined || user.length <= LENGTH_MAX) return user;
  warnings.note('user');
  return user.slice(0, LENGTH_MAX);
}
