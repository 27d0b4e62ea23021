import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';

/** Channels that refused a call for a shorter conversation; a changed channel is a new object. */
const lacking = new WeakSet<RuntimeChannel>();
const UNKNOWN = new Set([404, 405, 501]);

/** Whether the provider of a channel makes conversations shorter itself, as far as is known. */
export function supportsCompaction(channel: RuntimeChannel): boolean {
  return !lacking.has(channel.keyOf ?? channel);
}

/** Notes a channel whose server has no such place, as those that only speak like OpenAI; false where it was known, or another thing failed. */
export function noteCompactionUnsupported(
  channel: RuntimeChannel,
  { http, code }: UpstreamFault,
): boolean {
  const whole = channel.keyOf ?? channel;
  if (!UNKNOWN.has(http) || code === 'model_not_found' || lacking.has(whole)) return false;
  lacking.add(whole);
  return true;
}
