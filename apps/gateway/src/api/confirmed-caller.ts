import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { type Call, callerOf, requireSession } from './context.ts';

/** Returns the caller if their session was confirmed recently; only then may they change factors. */
export function confirmedCaller(call: Pick<Call<unknown>, 'domain' | 'caller'>) {
  const caller = callerOf(call);
  requireSession(caller);
  mustBeConfirmed(call.domain, caller);
  return caller;
}
