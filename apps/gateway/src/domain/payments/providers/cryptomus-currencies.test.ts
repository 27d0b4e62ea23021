import { expect, test } from 'vitest';
import { manualClock } from '../../../platform/clock.ts';
import { CryptomusCurrencies } from './cryptomus-currencies.ts';
import type { CryptomusContext } from './cryptomus-wire.ts';

test('rates are cached for a minute, and fetched again after the clock was set back', async () => {
  const clock = manualClock(0);
  let fetched = 0;
  const trustedOutbound = async () => {
    fetched += 1;
    return { status: 200, headers: {}, text: '{"state":0,"result":[]}' };
  };
  const context = {
    trustedOutbound,
    options: { text: () => 'merchant' },
    config: { CRYPTOMUS_URL: 'https://cryptomus.example' },
  } as unknown as CryptomusContext;
  const currencies = new CryptomusCurrencies(clock);
  await currencies.read(context);
  clock.advance(59_999);
  await currencies.read(context);
  expect(fetched).toBe(1);
  clock.advance(1);
  await currencies.read(context);
  expect(fetched).toBe(2);
  clock.set(-3_600_000);
  await currencies.read(context);
  expect(fetched).toBe(3);
});

test('a service whose rates never come keeps nobody waiting for one coin after another', async () => {
  const clock = manualClock(0);
  const currencies = Array.from({ length: 100 }, (_none, index) => `C${index}`);
  const services = currencies.map((currency) => ({
    currency,
    network: 'N',
    is_available: true,
    limit: { min_amount: '1' },
  }));
  let rates = 0;
  const trustedOutbound = ({ url }: { url: string }) => {
    if (url.endsWith('/services'))
      return Promise.resolve({ status: 200, text: JSON.stringify({ state: 0, result: services }) });
    rates += 1;
    clock.advance(15_000);
    return Promise.reject(new Error('time is up'));
  };
  const context = {
    trustedOutbound,
    options: { text: () => 'merchant' },
    config: { CRYPTOMUS_URL: 'https://cryptomus.example' },
  } as unknown as CryptomusContext;
  const coins = new CryptomusCurrencies(clock);
  for (const most of [4, 8]) {
    await expect(coins.read(context)).rejects.toMatchObject({ code: 'payment_failed' });
    expect(rates).toBeLessThanOrEqual(most);
  }
});
