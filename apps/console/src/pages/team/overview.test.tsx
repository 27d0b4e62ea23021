import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { Balance } from '../../app-shell/balance.tsx';
import { readActingTeam, storeActingTeam } from '../../session/acting-team.ts';
import { takeMessage } from '../../session/kept-message.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { TeamPage } from './page.tsx';

const acme = {
  id: 4,
  name: 'Acme',
  role: 'member',
  quota: 0,
  used_quota: 0,
  members: 2,
  status: 1,
};

test('leaving the team that this tab acts for loads the user’s own account, where a confirmation is shown', async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  storeActingTeam({ id: 4, name: 'Acme', role: 'member' });
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  onTestFinished(() => assign.mockRestore());
  let teams = [acme];
  fakeServer({
    'GET /api/team/': () => teams,
    // Responds only after the team has disappeared from the page.
    'GET /api/team/invitation': async () => {
      if (teams.length === 0)
        await waitFor(() => expect(screen.queryByText(text('team.leave.title'))).toBeNull());
      return [];
    },
    'POST /api/team/4/leave': () => {
      teams = [];
      return null;
    },
  });
  await renderAt('/team?id=4', TeamPage);
  fireEvent.click(await screen.findByRole('button', { name: `${text('ui.more')}: Acme` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: text('team.leave.title') }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: text('team.leave.title') }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/team'));
  expect(readActingTeam()).toBeUndefined();
  expect(takeMessage()).toBe(text('team.leave.done'));
  expect(takeMessage()).toBeUndefined();
});

test('deleting a team names the balance that its owner gets, and shows it as theirs', async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  const rich = { ...acme, role: 'owner', quota: 5_000_000 };
  let quota = 0;
  const server = fakeServer({
    'GET /api/team/': () => (quota === 0 ? [rich] : []),
    'GET /api/team/invitation': () => [],
    'GET /api/user/self': () => ({ id: 9, quota }),
    'DELETE /api/team/4': () => {
      quota = rich.quota;
      return null;
    },
  });
  await renderAt('/team?id=4', () => (
    <>
      <Balance />
      <TeamPage />
    </>
  ));
  fireEvent.click(await screen.findByRole('button', { name: `${text('ui.more')}: Acme` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: text('team.delete.title') }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/\$10\.00/)).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Acme' } });
  fireEvent.click(dialog.getByRole('button', { name: text('team.delete.title') }));
  await waitFor(() =>
    expect(server.requests.some(({ route }) => route.startsWith('DELETE'))).toBe(true),
  );
  const own = () => screen.getByRole('group', { name: new RegExp(`^${text('shell.balance')}`) });
  await waitFor(() => expect(own().textContent).toBe('$10.00'));
});

test("a user's only team is shown as a heading, not as a choice", async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  fakeServer({ 'GET /api/team/': () => [acme], 'GET /api/team/invitation': () => [] });
  await renderAt('/team', TeamPage);
  expect(await screen.findByRole('heading', { name: 'Acme' })).toBeTruthy();
  expect(screen.queryByRole('button', { pressed: true, name: /Acme/ })).toBeNull();
});

test.each([
  ['owner', ['team.withdraw.title', 'team.rename', 'team.delete.title']],
  ['admin', ['team.rename', 'team.leave.title']],
  ['member', ['team.leave.title']],
] as const)('a team’s %s finds the actions of their role in its menu', async (role, names) => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  fakeServer({ 'GET /api/team/': () => [{ ...acme, role }], 'GET /api/team/invitation': () => [] });
  await renderAt('/team', TeamPage);
  fireEvent.click(await screen.findByRole('button', { name: `${text('ui.more')}: Acme` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(names.map((name) => text(name)));
});

test('an owner sees what is left of the team’s balance, who spent how much, and who reached a limit', async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  const usage = [
    { user_id: 3, username: 'bo', spend: 3_000_000, calls: 30, failed: 0 },
    { user_id: 9, username: 'ann', spend: 1_000_000, calls: 10, failed: 4 },
  ].map((row) => ({ ...row, prompt_tokens: 0, completion_tokens: 0 }));
  const limits = { day_quota: 0, week_quota: 0, month_quota: 0, models: '' };
  const shared = { display_name: '', active: true, joined_at: 1 };
  const server = fakeServer({
    'GET /api/team/': () => [{ ...acme, role: 'owner', quota: 2_500_000 }],
    'GET /api/team/invitation': () => [],
    'GET /api/team/4/invitations': () => [],
    'GET /api/team/4/usage': () => usage,
    'GET /api/team/4/members': () => [
      { ...shared, user_id: 9, username: 'ann', role: 'owner', keys: 1, limits },
      {
        ...shared,
        user_id: 3,
        username: 'bo',
        role: 'member',
        keys: 2,
        limits: { ...limits, month_quota: 3_000_000 },
      },
    ],
  });
  await renderAt('/team', TeamPage);
  expect(await screen.findByText(text('team.attention.limitHit', { who: 'bo' }))).toBeTruthy();
  expect(screen.getByRole('region', { name: text('team.balance') }).textContent).toContain('$5.00');
  const shares = screen.getByRole('region', { name: text('team.tabs.members') });
  expect(shares.textContent).toContain('75%');
  expect(shares.textContent).toContain('25%');
  const reports = server.requests.filter(({ route }) => route === 'GET /api/data/self/report');
  expect(reports.map(({ headers }) => headers.get('tollgate-team'))).toEqual(['4']);
});

test('a team’s balance and members are shown while its report is still being read', async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  const limits = { day_quota: 0, week_quota: 0, month_quota: 0, models: '' };
  const bo = { user_id: 3, username: 'bo', display_name: 'Bo Li', role: 'member', keys: 2 };
  fakeServer({
    'GET /api/team/': () => [{ ...acme, role: 'owner', quota: 2_500_000 }],
    'GET /api/team/invitation': () => [],
    'GET /api/team/4/invitations': () => [],
    'GET /api/team/4/usage': () => [],
    'GET /api/team/4/members': () => [{ ...bo, active: true, joined_at: 1, limits }],
    'GET /api/data/self/report': () => new Promise(() => {}),
  });
  await renderAt('/team', TeamPage);
  expect(await screen.findByText('Bo Li')).toBeTruthy();
  expect(screen.getByRole('region', { name: text('team.balance') }).textContent).toContain('$5.00');
});

test('who manages a team sees what each member spent, and invites from the list of members', async () => {
  storeUser({ id: 9, role: 1, token: 't' } as StoredUser);
  const shared = { active: true, joined_at: 1, keys: 1 };
  const counts = { calls: 1, failed: 0, prompt_tokens: 0, completion_tokens: 0 };
  const limits = { day_quota: 0, week_quota: 0, month_quota: 0, models: '' };
  fakeServer({
    'GET /api/team/': () => [{ ...acme, role: 'admin' }],
    'GET /api/team/invitation': () => [],
    'GET /api/team/4/usage': () => [{ ...counts, user_id: 3, username: 'bo', spend: 3_000_000 }],
    'GET /api/team/4/members': () => [
      { ...shared, user_id: 9, username: 'ann', display_name: '', role: 'admin', limits },
      {
        ...shared,
        user_id: 3,
        username: 'bo',
        display_name: 'Bo Li',
        role: 'member',
        limits: { ...limits, month_quota: 5_000_000, models: 'gpt-a,gpt-b' },
      },
    ],
  });
  await renderAt('/team?view=members', TeamPage);
  await screen.findByText(/4\.00/);
  const row = screen.getByText('Bo Li (bo)').closest('tr');
  expect(row?.textContent).toContain('$6.00');
  expect(row?.textContent).toContain('$4.00');
  expect(row?.textContent).toContain(text('team.member.onlyModels', { models: 'gpt-a, gpt-b' }));
  expect(screen.getByRole('button', { name: text('team.invitations.add') })).toBeTruthy();
});
