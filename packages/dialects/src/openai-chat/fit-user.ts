import type { LossReport } from '../ir/losses.ts';

/** OpenAI refuses longer names of users; Claude Code's are about twice as long. */
const LENGTH_MAX = 64;

/** The end user's id as OpenAI takes it. */
export function fitUser(user: string | undefined, losses: LossReport): string | undefined {
  if (user === undefined || user.length <= LENGTH_MAX) return user;
  losses.note('user');
  return user.slice(0, LENGTH_MAX);
}
