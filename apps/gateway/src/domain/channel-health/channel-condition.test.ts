import { expect, test } from 'vitest';
import { whyDisabled } from './channel-condition.ts';

test.each([
  ['401 invalid_api_key: Incorrect API key provided', 'key_rejected'],
  ['403 auth: This account is deactivated', 'key_rejected'],
  ['402 quota: Payment required', 'out_of_credit'],
  ['429 insufficient_quota: You exceeded your current quota', 'out_of_credit'],
  ['400 Arrearage: Access denied', 'out_of_credit'],
  ['reason_slow_test {"seconds":9,"limit":5}', 'slow'],
  ['switched off by the old gateway', 'auto_disabled'],
])('a channel that was disabled by %j is reported as %s', (reason, condition) => {
  expect(whyDisabled(reason)).toBe(condition);
});
