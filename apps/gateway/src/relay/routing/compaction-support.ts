import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';

/** Channels without compaction; a changed channel is a new object. */
const lacking = new WeakSet<RuntimeChannel>();
const UNKNOWN = new Set([404, 405, 501]);

/** Whether a channel's provider compacts conversations itself, as far as is known. */
export function supportsCompaction(channel: RuntimeChannel): boolean {
  return !lacking.has(channel.keyOf ?? channel);
}

/**
 * Records that a channel's server lacks the endpoint, for example because it is only OpenAI-compatible.
 * Returns false if that was known already, or the failure was another.
 */
export function markCompactionUnsupported(
  channel: RuntimeChannel,
  { http, code }: UpstreamFault,
): boolean {
  const parent = channel.keyOf ?? channel;
  if (!UNKNOWN.has(http) || code === 'model_not_found' || lacking.has(parent)) return false;
  lacking.add(parent);
  return true;
}
