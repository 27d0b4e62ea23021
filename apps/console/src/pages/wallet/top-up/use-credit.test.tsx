import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { MonthCard } from '../month-card.tsx';
import { RedeemField } from '../redeem-field.tsx';

test('once a code is redeemed, the wallet no longer says that calls are refused', async () => {
  let balance = 0;
  fakeServer({
    'GET /api/status': () => ({
      quota_per_unit: 500_000,
      display_in_currency: true,
      enable_data_export: true,
    }),
    'GET /api/user/self': () => ({ id: 1, quota: balance }),
    'GET /api/data/self/forecast': () => ({ balance, spend_per_day: null, days_left: null }),
    'POST /api/user/topup': () => (balance = 500_000),
  });
  await renderAt('/topup', () => (
    <>
      <RedeemField />
      <MonthCard />
    </>
  ));
  await screen.findByText(text('dashboard.forecast.refused'));
  const code = screen.getByLabelText(text('wallet.redeem.code'));
  fireEvent.change(code, { target: { value: 'a-code' } });
  fireEvent.click(screen.getByRole('button', { name: text('wallet.redeem.submit') }));
  expect(await screen.findByText(text('dashboard.forecast.tooFew'))).toBeDefined();
});
