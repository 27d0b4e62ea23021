import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { PayoutsPage } from './page.tsx';

const LIST = 'GET /api/payout/';
const SETTLE = 'POST /api/payout/7/settle';
const REFUSE = 'POST /api/payout/7/refuse';
const payout = (state: string) => ({
  id: 7,
  user_id: 3,
  username: 'ann',
  amount: 500_000,
  account: 'DE00 1234',
  state,
  note: '',
  created_at: 1_767_225_600,
  ended_at: 0,
});

async function openPage(state = 'requested') {
  const counts = { requested: 2, paid: 5, refused: 1, cancelled: 0 };
  const server = fakeServer({ [LIST]: () => ({ ...page([payout(state)]), counts }) });
  await renderAt('/payout', () => <PayoutsPage />);
  await screen.findByText('ann');
  return server;
}

const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: text(key) }));
const dialog = async () => within(await screen.findByRole('dialog'));

async function decide(action: 'settle' | 'refuse', note: string) {
  press(`agent.admin.${action}`);
  const form = await dialog();
  fireEvent.change(form.getByLabelText(text(`agent.admin.${action}Note`)), {
    target: { value: note },
  });
  fireEvent.click(form.getByRole('button', { name: text(`agent.admin.${action}`) }));
}

test('a payout is marked as paid with a note on its payment, and the list is refetched', async () => {
  const server = await openPage();
  await decide('settle', 'bank transfer 42');
  await screen.findByText(text('agent.admin.settled'));
  expect(server.bodiesOf(SETTLE)).toEqual([{ note: 'bank transfer 42' }]);
  expect(server.bodiesOf(REFUSE)).toEqual([]);
  await waitFor(() => expect(server.bodiesOf(LIST).length).toBeGreaterThan(1));
});

test('a payout is refused with a reason', async () => {
  const server = await openPage();
  await decide('refuse', 'account closed');
  await screen.findByText(text('agent.admin.refused'));
  expect(server.bodiesOf(REFUSE)).toEqual([{ note: 'account closed' }]);
});

test('nothing is sent with a note that is too short', async () => {
  const server = await openPage();
  await decide('settle', 'x');
  expect(await screen.findByText(text('errors.payout_note_invalid'))).toBeTruthy();
  expect(server.bodiesOf(SETTLE)).toEqual([]);
});

test("the server's reason is shown at the note, and the dialog stays open", async () => {
  const server = await openPage();
  server.serve(SETTLE, () => failure(409, 'already processed'));
  await decide('settle', 'bank transfer 42');
  expect(await screen.findByText('already processed')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a closed payout can be neither settled nor refused', async () => {
  await openPage('paid');
  for (const action of ['settle', 'refuse'])
    expect(screen.queryByRole('button', { name: text(`agent.admin.${action}`) })).toBeNull();
});

test('each state shows the number of its payouts', async () => {
  await openPage();
  const tabs = within(screen.getByRole('group', { name: text('agent.admin.state') }));
  const shown = tabs.getAllByRole('button').map((tab) => /\d+$/.exec(tab.textContent)?.[0]);
  expect(shown).toEqual(['2', '5', '1', '0', '8']);
});

test('a payout opens with its account, from where it is settled', async () => {
  const server = await openPage();
  fireEvent.click(screen.getByText('ann'));
  const drawer = await dialog();
  expect(drawer.getByText('DE00 1234')).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: text('agent.admin.settle') }));
  const note = await screen.findByLabelText(text('agent.admin.settleNote'));
  fireEvent.change(note, { target: { value: 'bank transfer 42' } });
  fireEvent.submit(note.closest('form') as HTMLFormElement);
  await waitFor(() => expect(server.bodiesOf(SETTLE)).toEqual([{ note: 'bank transfer 42' }]));
});

test('the agents are a view of the page, each with their terms and what they may have paid out', async () => {
  const agent = {
    user_id: 3,
    username: 'ann',
    enabled: true,
    share_percent: 12.5,
    discount_percent: 0,
    invitees: 1200,
    topped_up: 5_000_000,
    earned: 625_000,
    pending: 0,
    available: 125_000,
    requested: 500_000,
    created_at: 1,
  };
  const server = await openPage();
  server.serve('GET /api/payout/agents', () => page([agent]));
  fireEvent.click(screen.getByRole('radio', { name: text('agent.admin.agents') }));
  const link = await screen.findByRole('link', { name: 'ann' });
  expect(link.getAttribute('href')).toBe('/user?user=3');
  expect(link.closest('tr')?.textContent).toMatch(/12\.5%.*1,200.*\$10\.00.*\$0\.25.*\$1\.00/);
});
