import { type Redemption, redemptionEndpoints } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { validateRedemption, initialValues, toBatch, toChanges } from './values.ts';

const t = ((key: string) => key) as unknown as TFunction;
const code = { id: 7, name: 'gift', quota: 500 } as Redemption;

test('a new form defaults to one code of 100,000 quota, and is valid as it is', () => {
  const values = initialValues(undefined);
  expect(values).toMatchObject({ name: '', quota: 100_000, count: 1 });
  expect(validateRedemption(values, { t, isNew: true })).toEqual({});
});

test('an edited code needs a name, a new one does not', () => {
  const values = { ...initialValues(code), name: ' ' };
  expect(validateRedemption(values, { t, isNew: false })).toEqual({
    name: 'errors.redemption_name_length',
  });
  expect(validateRedemption(values, { t, isNew: true })).toEqual({});
});

test.each([
  [{ count: 0 }, { count: 'errors.redemption_count_min' }],
  [{ count: '' }, { count: 'errors.redemption_count_min' }],
  [{ count: 101 }, { count: 'errors.redemption_count_max' }],
  [{ count: 1.5 }, { count: 'errors.redemption_count_min' }],
  [{ quota: 0 }, { quota: 'errors.redemption_quota_invalid' }],
  [{ quota: '' }, { quota: 'errors.redemption_quota_invalid' }],
  [{ name: 'x'.repeat(21) }, { name: 'errors.redemption_name_length' }],
])('%j is reported at its field', (fields, problems) => {
  const values = { ...initialValues(undefined), ...fields };
  expect(validateRedemption(values, { t, isNew: true })).toEqual(problems);
});

test('numbers are sent as integers, and a missing name is not sent', () => {
  const values = { ...initialValues(undefined), quota: '250000', count: '3' };
  expect(toBatch(values)).toEqual({
    quota: 250_000,
    count: 3,
    idempotency_key: expect.any(String),
  });
  expect(toBatch({ ...values, name: ' a ' })).toMatchObject({ name: 'a' });
});

test('an edit sends only what it changes of a code', () => {
  const before = initialValues(code);
  expect(toChanges(before, { ...before, name: ' b ' })).toEqual({ name: 'b' });
  expect(toChanges(before, { ...before, quota: '250000' })).toEqual({ quota: 250_000 });
  expect(toChanges(before, { ...before, name: 'gift ', quota: '500' })).toEqual({});
});

test('resending the same form keeps its idempotency key, a change gets another; the server accepts both', () => {
  const values = initialValues(undefined);
  const key = (fields: object) => toBatch({ ...values, ...fields }).idempotency_key;
  expect(key({})).toBe(key({}));
  expect(key({ count: 2 })).not.toBe(key({}));
  expect(toBatch(initialValues(undefined)).idempotency_key).not.toBe(key({}));
  const { body } = redemptionEndpoints.createRedemptions;
  const largest = toBatch({ ...values, quota: 9_000_000_000_000, count: 100 });
  expect(body?.safeParse(largest).success).toBe(true);
});
