import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Attempt } from './logged-attempt.ts';

/** Starts the log entry of an attempt on a channel. */
export function createAttempt(channel: RuntimeChannel): Attempt {
  const attempt: Attempt = { channel: channel.id, name: channel.name, ms: 0, status: 0 };
  if (channel.keyOf) attempt.key = channel.keyFingerprint;
  return attempt;
}
