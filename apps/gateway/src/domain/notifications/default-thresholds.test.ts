import { expect, test } from 'vitest';
import { defaultThresholds } from './notify.ts';

test('whoever set no threshold is told the option’s value of each event, or the built-in one', () => {
  const values: Record<string, number> = { QuotaRemindThreshold: 1000, KeyExpiryReminderDays: 3 };
  const thresholds = defaultThresholds({ number: (key) => values[key] ?? Number.NaN });
  expect(thresholds).toMatchObject({ balance_low: 1000, key_expiring: 3, key_limit_near: 10 });
  expect(Object.values(thresholds).every(Number.isFinite)).toBe(true);
});
