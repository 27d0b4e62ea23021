import { screen } from '@testing-library/react';
import type { CryptoTransaction } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../../test-support/fake-server.ts';
import { renderAt } from '../../../../test-support/render-at.tsx';
import { text } from '../../../../test-support/text.ts';
import { CryptoTransfer } from './crypto-transfer.tsx';

const ADDRESS = 'TQrZ8cB7sQ1yNq3xk7H5uPw2vJm4Ld9eXa';

async function open(status: CryptoTransaction['status']) {
  const made: CryptoTransaction = {
    uuid: 'u1',
    amount: '50.00',
    currency: 'USD',
    pay_amount: '50.00000000',
    pay_currency: 'USDT',
    network: 'TRC20',
    address: ADDRESS,
    qrCode: '',
    status,
    redirect_url: '',
    created_at: Math.floor(Date.now() / 1000),
    lifetime: 3600,
  };
  fakeServer({ 'GET /api/transaction-status/u1': () => made });
  await renderAt('/topup', () => <CryptoTransfer made={made} paid={() => {}} again={() => {}} />);
  await screen.findByText(text(`wallet.crypto.statuses.${status}`));
}

test('while a transfer is expected, amount and whole address can be copied, and the code scanned', async () => {
  await open('waiting');
  expect(screen.getByText(ADDRESS).closest('.breaks')).toBeTruthy();
  expect(screen.getByRole('button', { name: `${text('ui.copy')}: ${ADDRESS}` })).toBeTruthy();
  expect(screen.getByRole('button', { name: `${text('ui.copy')}: 50.00000000 USDT` })).toBeTruthy();
  expect(screen.getByRole('img', { name: text('wallet.crypto.qr') })).toBeTruthy();
});

test('after a part, the rest can still be sent to the same address', async () => {
  await open('partly_paid');
  expect(screen.getByText(text('wallet.crypto.rest'))).toBeTruthy();
  expect(screen.getByText(ADDRESS)).toBeTruthy();
});

test('a payment of too little names the number to ask about', async () => {
  await open('underpaid');
  expect(screen.getByText(text('wallet.crypto.short', { number: 'u1' }))).toBeTruthy();
});

test.each(['confirming', 'expired', 'failed', 'underpaid'] as const)(
  'a transfer that is %s shows no address or code to pay to, but what was to be paid',
  async (status) => {
    await open(status);
    expect(screen.queryByText(ADDRESS)).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByText('50.00000000 USDT')).toBeTruthy();
  },
);
