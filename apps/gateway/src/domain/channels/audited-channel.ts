import type { ChannelRecord } from '../../store/channels-repository.ts';
import type { AuditedChange } from '../audit/audit-scope.ts';

/** Columns that calls and tests write on their own. */
const MOVING = new Set([
  'used_quota',
  'response_time',
  'test_time',
  'test_fault',
  'status_time',
  'balance_micros',
  'balance_updated_time',
]);

/** Returns a channel before and after a change, for the audit log. Shows only whether its keys changed. */
export function auditedChannel(
  before: ChannelRecord | undefined,
  after: ChannelRecord | undefined,
): AuditedChange {
  const channel = after ?? before;
  return {
    subject: 'channel',
    ...(channel ? { id: channel.id, name: channel.name } : {}),
    before: before && toFields(before),
    after: after && toFields(after),
  };
}

function toFields({ id: _id, key_cipher: _cipher, key_hash: key, ...row }: ChannelRecord) {
  return Object.fromEntries(Object.entries({ ...row, key }).filter(([name]) => !MOVING.has(name)));
}
