import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { type Call, callerOf, mustHaveSession } from './context.ts';

/** Whoever is signed in, in a session that was confirmed: others change no factor. */
export function confirmedCaller(call: Pick<Call<unknown>, 'domain' | 'caller'>) {
  const caller = callerOf(call);
  mustHaveSession(caller);
  mustBeConfirmed(call.domain, caller);
  return caller;
}
