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
export async function attemptWithToken(wish: TokenAttempt): Promise<AttemptResult> {
  const first = await tryOnce(wish);
  if (first.dropped) return (await tryOnce(wish)).result;
  return first.result;
}

async function tryOnce(wish: TokenAttempt): Promise<{ result: AttemptResult; dropped: boolean }> {
  const { tokens, call, built, need, send } = wish;
  const startedAt = performance.now();
  try {
    const taken = tokens.get(need.owner, need.buyer);
    const token = typeof taken === 'string' ? taken : await taken;
    if (typeof taken !== 'string') call.upstreamMs += performance.now() - startedAt;
    if (isClientDisconnected(call)) return { result: { kind: 'client-gone' }, dropped: false };
    const request = attachAccessToken(built.request, need.buyer.use(token));
    const result = await send({ ...built, request });
    const refused =
      result.kind === 'fault' && result.fault.kind === 'auth' && result.fault.http === 401;
    return { result, dropped: refused && tokens.invalidate(need.owner, token) };
  } catch (error) {
    if (!(error instanceof AccessTokenRefused)) throw error;
    recordRefusal(wish, error.fault, performance.now() - startedAt);
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
