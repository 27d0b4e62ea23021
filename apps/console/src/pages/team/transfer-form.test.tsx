import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Team, TeamMember } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { failure, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { LimitsForm } from './limits-form.tsx';
import { TransferForm, type Way } from './transfer-form.tsx';

const TEAM = { id: 4, name: 'Acme' } as unknown as Team;
const ROUTES = {
  deposit: 'POST /api/team/4/deposit',
  withdraw: 'POST /api/team/4/withdraw',
} as const;

async function openTransfer(way: Way) {
  const server = fakeServer();
  let closed = 0;
  await renderAt('/team', () => (
    <TransferForm team={TEAM} way={way} close={() => void (closed += 1)} />
  ));
  await screen.findByRole('dialog');
  return { server, closed: () => closed };
}
const amount = () => screen.getByLabelText<HTMLInputElement>(text('team.amount'));
const type = (value: string) => fireEvent.change(amount(), { target: { value } });
const submit = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test.each(['deposit', 'withdraw'] as const)(
  'a %s sends the amount in quota, once, by its own call, and closes',
  async (way) => {
    const { server, closed } = await openTransfer(way);
    type('1');
    submit(text(`team.${way}.title`));
    await waitFor(() => expect(closed()).toBe(1));
    const other = way === 'deposit' ? 'withdraw' : 'deposit';
    expect(server.bodiesOf(ROUTES[way])).toMatchObject([{ quota: 500_000 }]);
    expect(server.bodiesOf(ROUTES[other])).toEqual([]);
  },
);

test('a resent transfer has the same idempotency key, and another amount a different one', async () => {
  const { server } = await openTransfer('deposit');
  server.serve(ROUTES.deposit, () => failure(400, 'try again'));
  const send = async (value: string, times: number) => {
    type(value);
    submit(text('team.deposit.title'));
    await waitFor(() => expect(server.bodiesOf(ROUTES.deposit)).toHaveLength(times));
    await screen.findByText('try again');
  };
  await send('100', 1);
  await send('100', 2);
  await send('200', 3);
  const keys = (server.bodiesOf(ROUTES.deposit) as { idempotency_key: string }[]).map(
    (body) => body.idempotency_key,
  );
  expect(keys[0]).toBe(keys[1]);
  expect(keys[2]).not.toBe(keys[0]);
});

test.each(['', '0'])('an amount of “%s” is rejected before anything is sent', async (value) => {
  const { server, closed } = await openTransfer('withdraw');
  type(value);
  submit(text('team.withdraw.title'));
  expect(await screen.findByText(text('team.amountInvalid'))).toBeTruthy();
  expect(server.bodiesOf(ROUTES.withdraw)).toEqual([]);
  expect(closed()).toBe(0);
});

test('of a member’s limits, only changed ones are sent, an emptied one as 0', async () => {
  const server = fakeServer();
  const member = {
    user_id: 9,
    username: 'bob',
    limits: { day_quota: 100, week_quota: 200, month_quota: 0, models: 'gpt-4o' },
  } as unknown as TeamMember;
  let closed = 0;
  await renderAt('/team', () => (
    <LimitsForm team={TEAM} member={member} close={() => void (closed += 1)} />
  ));
  await screen.findByRole('dialog');
  fireEvent.change(screen.getByLabelText(text('team.limits.day_quota')), { target: { value: '' } });
  submit(text('team.save'));
  await waitFor(() => expect(closed).toBe(1));
  expect(server.bodiesOf('PUT /api/team/4/members/9')).toEqual([{ day_quota: 0 }]);
});
