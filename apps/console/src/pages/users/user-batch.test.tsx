import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { UsersPage } from './page.tsx';

const user = (id: number, role: number, username: string) => ({
  id,
  role,
  username,
  display_name: username,
  status: 1,
  group: 'default',
  email: '',
  quota: 0,
  used_quota: 0,
  request_count: 0,
  aff_count: 0,
  aff_history_quota: 0,
  inviter_id: 0,
  last_seen: 0,
  DeletedAt: null,
});

test('a banned user can’t be enabled, and the button says why', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 2, username: 'me', role: 10, status: 1 }));
  fakeServer({ 'GET /api/user/search': () => page([{ ...user(3, 1, 'dave'), status: 3 }]) });
  await renderAt('/user', UsersPage);
  const row = (await screen.findByText('dave')).closest('tr') as HTMLElement;
  within(row).getByText(text('users.status.banned'));
  const action = text('users.actions.enable');
  const reason = text('errors.banned_cannot_be_enabled');
  const enable = within(row).getByRole<HTMLButtonElement>('button', {
    name: `${text('users.blocked', { action, reason })}: dave`,
  });
  expect(enable.disabled).toBe(true);
});

test('selecting the page only selects users that may be changed, and refusals are shown with their reason', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 2, username: 'me', role: 10, status: 1 }));
  const rows = [user(1, 100, 'boss'), user(2, 10, 'me'), user(3, 1, 'ann'), user(4, 1, 'bob')];
  const server = fakeServer({
    'GET /api/user/search': () => page(rows),
    'POST /api/user/manage/batch': () => ({
      done: 1,
      refused: [{ id: 4, code: 'user_changed', reason: 'changed meanwhile' }],
    }),
  });
  await renderAt('/user', UsersPage);
  await screen.findByText('ann');
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectPage') }));
  const bar = await screen.findByRole('toolbar', { name: text('ui.table.batch') });
  const disable = [...bar.querySelectorAll('button')].find(
    (button) => button.textContent === text('users.actions.disable'),
  );
  fireEvent.click(disable as HTMLElement);
  await waitFor(() =>
    expect(server.bodiesOf('POST /api/user/manage/batch')).toEqual([
      { ids: [3, 4], action: 'disable' },
    ]),
  );
  expect(await screen.findByText(/#4: changed meanwhile/)).toBeDefined();
});

test('all matching users that may be changed can be selected across pages, and are sent in batches that the server accepts', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 2, username: 'me', role: 10, status: 1 }));
  const all = [
    user(1, 100, 'boss'),
    user(2, 10, 'me'),
    ...Array.from({ length: 118 }, (_, index) => user(index + 3, 1, `ann${index}`)),
  ];
  const server = fakeServer({
    'GET /api/user/search': ({ query }) => {
      const size = Number(query['page_size']);
      return { items: all.slice(0, size), page: 1, page_size: size, total: all.length };
    },
    'POST /api/user/manage/batch': ({ body }) => ({
      done: (body as { ids: number[] }).ids.length,
      refused: [],
    }),
  });
  await renderAt('/user', UsersPage);
  await screen.findByText('ann0');
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectPage') }));
  fireEvent.click(await screen.findByText(text('ui.table.selectAllMatching', { total: '120' })));
  await screen.findByText(text('ui.table.selected', { count: 118 }));
  // There is nobody left to select.
  expect(screen.queryByText(text('ui.table.selectAllMatching', { total: '120' }))).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: text('users.actions.enable') }));
  await screen.findByText(text('users.batch.changed', { count: 118 }));
  const sent = server.bodiesOf('POST /api/user/manage/batch') as { ids: number[] }[];
  expect(sent.map(({ ids }) => ids.length)).toEqual([100, 18]);
  expect(new Set(sent.flatMap(({ ids }) => ids))).toEqual(
    new Set(all.slice(2).map(({ id }) => id)),
  );
});

test('the groups for selected users stay as chosen if they can’t be set', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'boss', role: 100, status: 1 }));
  fakeServer({
    'GET /api/user/search': () => page([user(3, 1, 'ann')]),
    'GET /api/group/': () => ['vip'],
    'POST /api/user/manage/batch': () => failure(400, 'no such group'),
  });
  await renderAt('/user', UsersPage);
  await screen.findByText('ann');
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectPage') }));
  const set = text('users.batch.setGroups');
  fireEvent.click(await screen.findByRole('button', { name: set }));
  const element = await screen.findByRole('dialog');
  const dialog = within(element);
  fireEvent.click(dialog.getByLabelText(text('users.columns.group'), { selector: 'input' }));
  const vip = await screen.findAllByRole('option', { name: 'vip', hidden: true });
  fireEvent.click(vip.at(-1) as HTMLElement);
  const button = dialog.getByRole('button', { name: set });
  fireEvent.click(button);
  await screen.findByText('no such group');
  await waitFor(() => expect(button.dataset.loading).toBeUndefined());
  expect(element.isConnected).toBe(true);
  expect(dialog.getAllByText('vip').length).toBeGreaterThan(0);
});

test('a double click on an action for selected users changes them once', async () => {
  localStorage.setItem('user', JSON.stringify({ id: 1, username: 'boss', role: 100, status: 1 }));
  const server = fakeServer({
    'GET /api/user/search': () => page([user(3, 1, 'ann')]),
    'POST /api/user/manage/batch': () => ({ done: 1, refused: [] }),
  });
  await renderAt('/user', UsersPage);
  await screen.findByText('ann');
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectPage') }));
  const bar = (await screen.findByText(text('ui.table.selected', { count: 1 }))).parentElement;
  const disable = within(bar as HTMLElement).getByRole('button', {
    name: text('users.actions.disable'),
  });
  fireEvent.click(disable);
  fireEvent.click(disable);
  await screen.findByText(text('users.batch.changed', { count: 1 }));
  expect(server.bodiesOf('POST /api/user/manage/batch')).toHaveLength(1);
});
