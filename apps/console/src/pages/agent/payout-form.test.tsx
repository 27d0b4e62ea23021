import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { OwnAgent } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { PayoutForm } from './payout-form.tsx';

const REQUEST = 'POST /api/user/agent/payouts';
const AGENT = { available: 900_000, payout_minimum: 500_000 } as unknown as OwnAgent;

async function openForm() {
  const server = fakeServer();
  let closed = 0;
  await renderAt('/agent', () => <PayoutForm agent={AGENT} close={() => void (closed += 1)} />);
  await screen.findByRole('dialog');
  return { server, closed: () => closed };
}
const fill = (key: string, value: string) =>
  fireEvent.change(screen.getByLabelText(text(key)), { target: { value } });
const submit = () =>
  fireEvent.click(screen.getByRole('button', { name: text('agent.payouts.submit') }));

test('a payout request defaults to all available earnings and sends the payment details', async () => {
  const { server, closed } = await openForm();
  fill('agent.payouts.account', 'DE00 1234');
  submit();
  await waitFor(() => expect(closed()).toBe(1));
  expect(server.bodiesOf(REQUEST)).toMatchObject([{ amount: 900_000, account: 'DE00 1234' }]);
});

test.each([
  ['0.999998', 'errors.payout_too_small', { minimum: '$1.00' }],
  ['1.800002', 'errors.payout_too_large', { available: '$1.80' }],
])('a payout of %s is rejected before it is sent', async (amount, problem, params) => {
  const { server } = await openForm();
  fill('agent.payouts.amount', amount);
  fill('agent.payouts.account', 'DE00 1234');
  submit();
  expect(await screen.findByText(text(problem, params))).toBeTruthy();
  expect(server.bodiesOf(REQUEST)).toEqual([]);
});

test('a payout without payment details is rejected before it is sent', async () => {
  const { server } = await openForm();
  submit();
  expect(await screen.findByText(text('errors.payout_account_invalid'))).toBeTruthy();
  expect(server.bodiesOf(REQUEST)).toEqual([]);
});
