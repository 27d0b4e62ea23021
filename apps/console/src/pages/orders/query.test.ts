import { describe, expect, test } from 'vitest';
import { formatPayment } from './format-payment.ts';
import { orderQuery, toFilter } from './query.ts';

describe('the filter of the order list', () => {
  test('a number is searched in all orders, whatever the range', () => {
    expect(toFilter(orderQuery.parse({ range: '7d', keyword: 'T179' }))).toEqual({
      keyword: 'T179',
      user: '',
      provider: '',
    });
  });

  test('a user is searched within the selected range', () => {
    const search = { range: '', start_timestamp: '5', end_timestamp: '9', user: 'alice' };
    expect(toFilter(orderQuery.parse(search))).toMatchObject({
      user: 'alice',
      start_timestamp: 5,
      end_timestamp: 9,
    });
  });

  test('invalid query parameters are ignored', () => {
    expect(orderQuery.parse({ state: 'gone', range: 'x', page_size: '0', id: '-1' })).toMatchObject(
      { state: '', range: '30d', page_size: 50, id: 0 },
    );
  });
});

test.each([
  [7300, 'CNY', '¥73.00'],
  [2000, 'USD', '$20.00'],
  [2000, 'USDT', '20.00 USDT'],
])('%i hundredths of %s are formatted as %s', (cents, currency, text) => {
  expect(formatPayment(cents, currency, 'en')).toBe(text);
});
