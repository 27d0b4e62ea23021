import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { DrainBounds } from './response-drain.ts';

/** What becomes of an answer whose client has left. */
export type ClientDisconnectPolicy = 'abort' | 'charge' | 'drain';

/**
 * Why a call whose client left costs nothing: no byte of it had reached an upstream, the channel is set to
 * abort, or the upstream failed.
 */
export type UnchargedReason = 'not-sent' | 'abort' | 'failed';

/** A stream stops costing the provider's work when it is cut; a whole answer is often worked out by then. */
const STREAM_BOUNDS: DrainBounds = { ms: 30_000, bytes: 4 * 1024 * 1024 };
const WHOLE_BOUNDS: DrainBounds = { ms: 300_000, bytes: 64 * 1024 * 1024 };

/** What the channel does about it: by its setting, else whole answers are read to their end and charged. */
export function clientDisconnectPolicy(
  { policy }: Pick<RuntimeChannel, 'policy'>,
  isStream: boolean,
): ClientDisconnectPolicy {
  return policy.clientGone ?? (isStream ? 'charge' : 'drain');
}

/** How far an answer is read that nobody waits for. */
export function drainBounds(
  { policy }: Pick<RuntimeChannel, 'policy'>,
  isStream: boolean,
): DrainBounds {
  const usual = isStream ? STREAM_BOUNDS : WHOLE_BOUNDS;
  return { ms: policy.drainMs ?? usual.ms, bytes: policy.drainBytes ?? usual.bytes };
}
