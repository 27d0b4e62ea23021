import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { CheckoutSuccessPage } from './page.tsx';

afterEach(() => void vi.useRealTimers());

test('the balance is read for two minutes after a payment, then only on demand, which the page says', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const server = fakeServer({ 'GET /api/user/self': () => ({ id: 1, quota: 500_000 }) });
  await renderAt('/checkout-success', CheckoutSuccessPage);
  await screen.findByText('$1.00');
  expect(screen.queryByRole('button', { name: text('wallet.waiting.check') })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(121_000));
  const requestCount = server.bodiesOf('GET /api/user/self').length;
  expect(requestCount).toBeGreaterThan(30);
  expect(screen.getByRole('status').textContent).toBe(text('wallet.success.stopped'));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(server.bodiesOf('GET /api/user/self')).toHaveLength(requestCount);
  act(() => screen.getByRole('button', { name: text('wallet.waiting.check') }).click());
  await expect.poll(() => server.bodiesOf('GET /api/user/self')).toHaveLength(requestCount + 1);
});
