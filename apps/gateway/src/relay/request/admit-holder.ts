import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Domain } from '../../domain/domain.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { Caller } from '../caller.ts';
import type { RelayRequest } from '../relay-call.ts';
import { type AdmitContext, admitCaller } from './admit.ts';
import { authenticate } from './authenticate.ts';
import type { PlaygroundSessions } from './playground-sessions.ts';

/** Services that tell who sends a call. */
export interface HolderServices {
  readonly domain: Pick<Domain, 'changes' | 'clock' | 'directory'>;
  readonly sessions: PlaygroundSessions;
  readonly admit: () => AdmitContext;
}

/**
 * Returns the holder of a call's key, or the user of its session, after all checks that do not depend on its
 * body; synchronously if the key is in memory. Throws (or rejects with) AppError.
 */
export function admitHolder(
  { domain, sessions, admit }: HolderServices,
  incoming: RelayRequest,
  { credential, address }: Pick<Caller, 'credential' | 'address'>,
): ApiKeyHolder | Promise<ApiKeyHolder> {
  const found = incoming.bySession
    ? sessions.authenticate(incoming)
    : authenticate(domain.directory, credential.key, nowSeconds(domain.clock));
  const check = (holder: ApiKeyHolder) => {
    admitCaller(admit(), holder, address);
    return holder;
  };
  return found instanceof Promise ? found.then(check) : check(found);
}

/**
 * Looks up a caller again after waiting for the body: a client could begin many calls and complete them
 * after its key was disabled. Rejects with AppError.
 */
export async function readmitCaller(
  services: HolderServices,
  incoming: RelayRequest,
): Promise<void> {
  const { caller } = incoming;
  if (!caller) return;
  await services.domain.changes.whenCurrent();
  caller.holder = await admitHolder(services, incoming, caller);
}
