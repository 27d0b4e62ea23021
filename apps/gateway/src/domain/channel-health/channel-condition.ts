import {
  CHANNEL_AUTO_DISABLED,
  CHANNEL_ENABLED,
  type ChannelCondition,
  type ChannelHealthSummary,
} from '@tollgate/contract';
import type { ChannelOutline } from '../../store/channels-repository.ts';

/** The slowest first byte that is no reason to look: where the console's colour turns to orange. */
const SLOW_MS = 3000;

/** How a channel stands, in one word: what is switched, then what this node holds against it, then what is known of it. */
export function channelCondition(
  row: Omit<ChannelOutline, 'id' | 'tag'>,
  health: ChannelHealthSummary,
): ChannelCondition {
  if (row.status === CHANNEL_AUTO_DISABLED)
    return row.status_reason.includes('reason_slow_test') ? 'slow' : 'key_rejected';
  if (row.status !== CHANNEL_ENABLED) return 'off';
  if (health.keys_dead >= health.key_count) return 'key_rejected';
  if (health.state === 'cooling') return 'cooling';
  if (health.state !== 'closed') return 'probing';
  if (row.test_fault !== '') return 'test_failed';
  if (row.response_time === 0) return 'untested';
  return row.response_time > SLOW_MS ? 'slow' : 'healthy';
}
