import type { Token } from '@tollgate/contract';
import { describe, expect, test } from 'vitest';
import {
  batchNames,
  initialValues,
  nameLengthMax,
  parseExpiry,
  randomSuffix,
  toFields,
} from './values.ts';

const apiKey: Token = {
  id: 7,
  user_id: 1,
  name: 'web',
  key: 'x',
  key_unreadable: false,
  status: 1,
  remain_quota: 123,
  unlimited_quota: false,
  used_quota: 9,
  expired_time: 1_790_000_040,
  created_time: 1,
  accessed_time: 2,
  allow_ips: '10.0.0.0/8',
  group: 'vip',
  model_limits_enabled: true,
  model_limits: 'gpt-4o,gpt-4o-mini',
  rate_limit: 5,
  mj_mode: 'fast',
  created_by: 0,
  accessed_ip: '',
  payload_log: false,
  day_quota: 100,
  week_quota: 500,
  month_quota: 1000,
};

describe('the form of a key', () => {
  test("a new key starts with the spec's defaults", () => {
    expect(toFields(initialValues(undefined))).toMatchObject({
      expired_time: -1,
      unlimited_quota: true,
      remain_quota: 500_000,
      model_limits_enabled: false,
    });
  });

  test('saving an untouched form changes nothing', () => {
    const fields = toFields(initialValues(apiKey));
    for (const [name, value] of Object.entries(fields))
      expect([name, value]).toEqual([name, apiKey[name as keyof Token]]);
  });

  test('an empty expiry means never, an invalid one is rejected', () => {
    expect(parseExpiry(' ')).toBe(-1);
    expect(parseExpiry('abc')).toBeUndefined();
  });

  test('entered amounts are rounded down to whole numbers, never negative and no limit of calls higher than possible', () => {
    const values = { ...initialValues(apiKey), quota: 10.9, rate: -3, day_quota: -1 };
    expect(toFields(values)).toMatchObject({ remain_quota: 10, rate_limit: 0, day_quota: 0 });
    expect(toFields({ ...values, rate: 2_000_000 }).rate_limit).toBe(1_000_000);
    expect(toFields({ ...values, quota: '' as unknown as number }).remain_quota).toBe(0);
  });
});

describe('keys created in a batch', () => {
  test('one key keeps its name, several get different ones', () => {
    expect(batchNames('web', 1, randomSuffix)).toEqual(['web']);
    const names = batchNames('web', 3, randomSuffix);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^web-[0-9a-z]{6}$/);
  });

  test('a duplicate suffix is replaced by another one', () => {
    const drawn = ['aaaaaa', 'aaaaaa', 'bbbbbb'];
    expect(batchNames('web', 2, () => drawn.shift() as string)).toEqual([
      'web-aaaaaa',
      'web-bbbbbb',
    ]);
  });

  test("the length limit of a batch's name leaves space for the suffix", () => {
    const name = 'x'.repeat(nameLengthMax(2));
    expect(batchNames(name, 2, randomSuffix)[0]).toHaveLength(30);
    expect(nameLengthMax(1)).toBe(30);
  });
});
