import { LOG_CONSUME } from '@tollgate/contract';
import { nowSeconds } from '../src/platform/clock.ts';
import { changeLogTotals } from '../src/store/log-totals-repository.ts';
import { callOf, isCall } from '../src/store/log-totals.ts';
import { insertLog } from '../src/store/logs-repository.ts';
import type { Domain } from '../src/domain/domain.ts';
import type { Client } from './test-gateway.ts';

/** Returns a log row as left by a call of `client` on channel 7, with the given fields overridden. */
export function sampleLogRow(
  at: number,
  client: { id: number; name: string },
  fields: Record<string, string | number> = {},
) {
  return {
    created_at: at,
    type: LOG_CONSUME,
    user_id: client.id,
    username: client.name,
    token_id: 1,
    token_name: 'key',
    channel_id: 7,
    model_name: 'gpt-4o',
    group: 'default',
    quota: 10,
    prompt_tokens: 3,
    completion_tokens: 4,
    use_time: 1,
    is_stream: 1,
    content: '',
    other: JSON.stringify({ frt: 5, admin_info: { use_channel: ['7'] } }),
    request_id: 'r',
    ip: '203.0.113.9',
    ...fields,
  };
}

/** Stores a sample row, and updates the log's totals. */
export async function insertSampleLog(
  { app }: { app: { domain: Pick<Domain, 'store' | 'clock'> } },
  client: Client & { name: string },
  fields: Record<string, string | number> = {},
): Promise<void> {
  const row = sampleLogRow(nowSeconds(app.domain.clock), client, fields);
  await app.domain.store.transaction(async (trx) => {
    await insertLog(trx, row);
    if (isCall(row)) await changeLogTotals(trx, [callOf(row, 1)]);
  });
}
