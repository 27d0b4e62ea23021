import type { LogReader } from '../domain/log/log-reading.ts';
import { type Call, callerOf } from './context.ts';

type Reading = Pick<Call<unknown>, 'caller' | 'language'>;

/** An administrator, who reads what belongs to everybody. */
export const everything = ({ language }: Reading): LogReader => ({ ownerId: undefined, language });

/** An owner, who must not see the routing. */
export const ownOnly = (call: Reading): LogReader => ({
  ownerId: callerOf(call).user.id,
  language: call.language,
});
