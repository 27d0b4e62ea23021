import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { DrainBounds } from './response-drain.ts';

/** What happens to a response whose client has disconnected. */
export type ClientDisconnectPolicy = 'abort' | 'charge' | 'drain';

/**
 * Why a call whose client disconnected costs nothing: no byte of it reached an upstream, the channel is set
 * to abort, or the upstream failed.
 */
export type UnchargedReason = 'not-sent' | 'abort' | 'failed';

/**
 * Drain limits. Those of streams are lower: aborting stops the provider's work, while a whole response has
 * often been computed by then.
 */
const STREAM_BOUNDS: DrainBounds = { ms: 30_000, bytes: 4 * 1024 * 1024 };
const WHOLE_BOUNDS: DrainBounds = { ms: 300_000, bytes: 64 * 1024 * 1024 };

/**
 * Returns the channel's policy, by its setting; by default whole responses are drained, and streams aborted
 * and charged.
 */
export function clientDisconnectPolicy(
  { policy }: Pick<RuntimeChannel, 'policy'>,
  isStream: boolean,
): ClientDisconnectPolicy {
  return policy.clientGone ?? (isStream ? 'charge' : 'drain');
}

/** Returns how far an abandoned response is read. */
export function drainBounds(
  { policy }: Pick<RuntimeChannel, 'policy'>,
  isStream: boolean,
): DrainBounds {
  const usual = isStream ? STREAM_BOUNDS : WHOLE_BOUNDS;
  return { ms: policy.drainMs ?? usual.ms, bytes: policy.drainBytes ?? usual.bytes };
}
