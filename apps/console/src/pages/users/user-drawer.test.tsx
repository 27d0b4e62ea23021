import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { UsersPage } from './page.tsx';

const ann = {
  id: 3,
  role: 1,
  username: 'ann',
  display_name: 'ann',
  status: 1,
  group: 'default',
  email: '',
  quota: 0,
  used_quota: 0,
  total_topup: 0,
  request_count: 0,
  aff_code: '',
  aff_count: 0,
  aff_quota: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  last_seen: 0,
  created_time: 1,
  DeletedAt: null as number | null,
};
const me = JSON.stringify({ id: 1, username: 'root', role: 100, status: 1 });

test('each tab of a user’s drawer loads its own data when opened, starting with the tab in the URL', async () => {
  localStorage.setItem('user', me);
  const server = fakeServer({
    'GET /api/user/search': () => page([ann]),
    'GET /api/user/3/tokens': () => page([]),
    'GET /api/user/3/sign_ins': () => page([]),
    'GET /api/teams/': () => page([]),
  });
  await renderAt('/user?user=3&tab=keys', UsersPage);
  expect(await screen.findByText(text('users.keys.empty'))).toBeTruthy();
  const requests = () =>
    server.requests.map(({ route }) => route).filter((route) => route.includes('/user/3/'));
  expect(requests()).toEqual(['GET /api/user/3/tokens']);
  fireEvent.click(screen.getByRole('tab', { name: text('users.tabs.signIns') }));
  expect(await screen.findByText(text('personal.signIns.empty'))).toBeTruthy();
  expect(requests()).toEqual(['GET /api/user/3/tokens', 'GET /api/user/3/sign_ins']);
  fireEvent.click(screen.getByRole('tab', { name: text('users.tabs.teams') }));
  expect(await screen.findByText(text('users.teamsEmpty'))).toBeTruthy();
  const teams = server.requests.filter(({ route }) => route === 'GET /api/teams/');
  expect(teams.map(({ query }) => query['user_id'])).toEqual(['3']);
});

test('the calls tab of a user’s drawer shows their latest calls, answered and failed, but no other log rows', async () => {
  localStorage.setItem('user', me);
  const row = {
    id: 1,
    created_at: 1_767_225_700,
    type: 2,
    token_name: 'their key',
    prompt_tokens: 1,
    completion_tokens: 1,
    quota: 500_000,
    other: '{"status":200}',
  };
  const server = fakeServer({
    'GET /api/user/search': () => page([ann]),
    'GET /api/log/': () =>
      page([
        { ...row, model_name: 'answered-model' },
        { ...row, id: 2, type: 5, model_name: 'failed-model', other: '{"status":502}' },
        { ...row, id: 3, type: 1, model_name: 'a top-up' },
      ]),
  });
  await renderAt('/user?user=3&tab=calls', UsersPage);
  expect(await screen.findByText('answered-model')).toBeTruthy();
  expect(screen.getByText('failed-model')).toBeTruthy();
  expect(screen.queryByText('a top-up')).toBeNull();
  expect(screen.getByRole('link', { name: text('users.peek.log') }).getAttribute('href')).toContain(
    'username=ann',
  );
  const [logRequest] = server.requests.filter(({ route }) => route === 'GET /api/log/');
  expect(logRequest?.query['username']).toBe('ann');
});

test('a deleted user is restored after confirmation, and after 30 days restoring is no longer offered', async () => {
  localStorage.setItem('user', me);
  const now = Math.floor(Date.now() / 1000);
  const late = { ...ann, id: 4, username: 'late', DeletedAt: now - 31 * 86_400 };
  const server = fakeServer({
    'GET /api/user/search': () => page([{ ...ann, DeletedAt: now - 60 }, late]),
    'POST /api/user/3/restore': () => ann,
  });
  await renderAt('/user?deleted=1', UsersPage);
  const restore = text('users.actions.restore');
  const ofAnn = await screen.findByRole('button', { name: `${restore}: ann` });
  expect(screen.getByText('late')).toBeTruthy();
  expect(screen.queryByRole('button', { name: `${restore}: late` })).toBeNull();
  fireEvent.click(ofAnn);
  fireEvent.click(await screen.findByRole('button', { name: restore }));
  await waitFor(() => expect(server.bodiesOf('POST /api/user/3/restore')).toHaveLength(1));
});
