import type { Token } from '@tollgate/contract';

/** An API key as its list shows it. */
export const sampleApiKey = (fields: Partial<Token> = {}): Token => ({
  id: 3,
  user_id: 1,
  name: 'laptop',
  key: 'a'.repeat(48),
  status: 1,
  created_time: 1_790_000_000,
  accessed_time: 0,
  expired_time: -1,
  remain_quota: 500_000,
  used_quota: 0,
  unlimited_quota: true,
  model_limits_enabled: false,
  model_limits: '',
  allow_ips: '',
  group: '',
  rate_limit: 0,
  mj_mode: '',
  key_unreadable: false,
  ...fields,
});
