import type { UsageLogRow } from '../wallet/usage-record.ts';

/** Returns a log row that is not a call: nothing was spent, and no key, channel or model is involved. */
export function eventRow(
  type: number,
  user: { id: number; username: string },
  at: number,
): Omit<UsageLogRow, 'content' | 'other'> {
  return {
    created_at: at,
    type,
    user_id: user.id,
    username: user.username,
    token_id: 0,
    token_name: '',
    channel_id: 0,
    model_name: '',
    group: '',
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0,
    request_id: '',
    ip: '',
  };
}
