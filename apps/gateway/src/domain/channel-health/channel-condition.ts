import {
  CHANNEL_AUTO_DISABLED,
  CHANNEL_ENABLED,
  type ChannelCondition,
  type ChannelHealthSummary,
} from '@tollgate/contract';
import type { ChannelOutline } from '../../store/channels-repository.ts';

/** Slowest time to first byte that is not reported as slow. The console turns orange above it. */
const SLOW_MS = 3000;

const CREDIT = /quota|balance|billing|insufficient|credit|arrear|^402\b/i;
const KEY = /^40[13]\b|api[ _-]?key|unauthori|authenticat|account|permission/i;

/** Classifies why a channel was disabled by its stored reason: a status and the upstream's message. */
export function whyDisabled(reason: string): ChannelCondition {
  if (reason.includes('reason_slow_test')) return 'slow';
  if (CREDIT.test(reason)) return 'out_of_credit';
  return KEY.test(reason) ? 'key_rejected' : 'auto_disabled';
}

/**
 * Condenses a channel's condition into one word: first its switches, then what this node holds against it,
 * then its statistics.
 */
export function channelCondition(
  row: Omit<ChannelOutline, 'id' | 'tag'>,
  health: ChannelHealthSummary,
): ChannelCondition {
  if (row.status === CHANNEL_AUTO_DISABLED) return whyDisabled(row.status_reason);
  if (row.status !== CHANNEL_ENABLED) return 'off';
  if (health.keys_dead >= health.key_count) return 'key_rejected';
  if (health.state === 'cooling') return 'cooling';
  if (health.state !== 'closed') return 'probing';
  if (row.test_fault !== '') return 'test_failed';
  if (row.response_time === 0) return 'untested';
  return row.response_time > SLOW_MS ? 'slow' : 'healthy';
}
