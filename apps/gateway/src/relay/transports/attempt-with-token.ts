import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import {
  type UpstreamAccessTokens,
  AccessTokenRefused,
} from '../../domain/channels/upstream-access-tokens.ts';
import { attachAccessToken } from '../../domain/channels/sign-request.ts';
import type { AttemptResult } from '../attempt/attempt-result.ts';
import type { BuiltRequest, TokenNeed } from '../attempt/build-upstream-request.ts';
import { isClientDisconnected } from '../attempt/is-client-disconnected.ts';
import { createAttempt } from '../attempt/create-attempt.ts';
import { recordFault } from '../attempt/record-fault.ts';
import type { RelayCall } from '../relay-call.ts';

export interface TokenAttempt {
  tokens: UpstreamAccessTokens;
  call: RelayCall;
  channel: RuntimeChannel;
  built: BuiltRequest;
  need: TokenNeed;
  send: (built: BuiltRequest) => Promise<AttemptResult>;
}

/**
 * Sends a call with the channel's access token. A rejected token that worked before is replaced once: it may
 * have been revoked early.
 */
export async function attemptWithToken(attempt: TokenAttempt): Promise<AttemptResult> {
  const first = await tryOnce(attempt);
  if (first.dropped) return (await tryOnce(attempt)).result;
  return first.result;
}

async function tryOnce(
  attempt: TokenAttempt,
): Promise<{ result: AttemptResult; dropped: boolean }> {
  const { tokens, call, built, need, send } = attempt;
  const startedAt = performance.now();
  try {
    const pendingToken = tokens.get(need.owner, need.buyer);
    const token = typeof pendingToken === 'string' ? pendingToken : await pendingToken;
    if (typeof pendingToken !== 'string') call.upstreamMs += performance.now() - startedAt;
    if (isClientDisconnected(call)) return { result: { kind: 'client-gone' }, dropped: false };
    const request = attachAccessToken(built.request, need.buyer.use(token));
    const result = await send({ ...built, request });
    const refused =
      result.kind === 'fault' && result.fault.kind === 'auth' && result.fault.http === 401;
    return { result, dropped: refused && tokens.invalidate(need.owner, token) };
  } catch (error) {
    if (!(error instanceof AccessTokenRefused)) throw error;
    recordRefusal(attempt, error.fault, performance.now() - startedAt);
    return { result: { kind: 'fault', fault: error.fault }, dropped: false };
  }
}

function recordRefusal(
  { call, channel }: TokenAttempt,
  fault: UpstreamFault,
  waitedMs: number,
): void {
  const attempt = { ...createAttempt(channel), ms: Math.round(waitedMs) };
  recordFault(attempt, fault);
  call.attempts.push(attempt);
  call.upstreamMs += waitedMs;
}
