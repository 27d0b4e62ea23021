import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { TeamsPage } from './page.tsx';

const acme = {
  id: 7,
  name: 'Acme',
  status: 1,
  group: 'default',
  owner_id: 2,
  owner: 'ann',
  quota: 0,
  used_quota: 0,
  members: 2,
  top_role: 1,
  created_at: 1,
};
const member = { display_name: '', active: true, joined_at: 1, keys: 0 };

test('a team with an administrator among its members shows why another administrator can’t change it', async () => {
  storeUser({ id: 9, role: 10, token: 't' } as StoredUser);
  fakeServer({ 'GET /api/teams/': () => page([{ ...acme, top_role: 10 }]) });
  await renderAt('/teams', TeamsPage);
  fireEvent.click(await screen.findByRole('button', { name: `${text('ui.more')}: Acme` }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => item.hasAttribute('data-disabled'))).toEqual([true, true, true]);
  expect(items[0]?.textContent).toContain(text('errors.team_of_same_or_higher'));
});

const MEMBERS = [
  { ...member, user_id: 2, username: 'ann', role: 'owner' },
  { ...member, user_id: 3, username: 'bob', role: 'member' },
  { ...member, user_id: 4, username: 'gone', role: 'member', active: false },
];

/** Opens the form of a team and chooses another owner; returns the form with that field. */
async function chooseOwner() {
  const server = fakeServer({
    'GET /api/teams/': () => page([acme]),
    'GET /api/group/': () => ['default', 'vip'],
    'GET /api/teams/7/members': () => MEMBERS,
    'PUT /api/teams/7': () => acme,
  });
  storeUser({ id: 9, role: 10, token: 't' } as StoredUser);
  await renderAt('/teams', TeamsPage);
  fireEvent.click(await screen.findByRole('button', { name: `${text('ui.more')}: Acme` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: text('team.manage.edit') }));
  const dialog = within(await screen.findByRole('dialog'));
  const owner = await dialog.findByRole('combobox', { name: text('team.manage.owner') });
  await waitFor(() => expect((owner as HTMLInputElement).value).toBe('ann'));
  fireEvent.click(owner);
  fireEvent.click(await screen.findByRole('option', { name: 'bob' }));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: text('team.save') }));
  return { server, owner, save };
}

test('an administrator makes another member the owner of a team, and sends nothing else', async () => {
  const { server, save } = await chooseOwner();
  expect(screen.queryByRole('option', { name: 'gone' })).toBeNull();
  save();
  await waitFor(() => expect(server.bodiesOf('PUT /api/teams/7')).toEqual([{ owner_id: 3 }]));
});

test('a refused owner is reported at the field, another failure as a toast', async () => {
  const { server, owner, save } = await chooseOwner();
  server.serve('PUT /api/teams/7', () => failure(200, 'come again', 'team_not_found'));
  save();
  expect((await screen.findByText('come again')).closest('form')).toBeNull();
  expect(owner.getAttribute('aria-invalid')).not.toBe('true');
  server.serve('PUT /api/teams/7', () => failure(200, 'gone', 'team_member_not_found'));
  save();
  await waitFor(() => expect(owner.getAttribute('aria-invalid')).toBe('true'));
});

test('a team opens next to the list with its members, what they spent, and its balance changes', async () => {
  const server = fakeServer({
    'GET /api/teams/': () => page([acme]),
    'GET /api/teams/7/members': () => [{ ...member, user_id: 2, username: 'ann', role: 'owner' }],
    'GET /api/teams/7/usage': () => [{ user_id: 2, username: 'ann', spend: 500_000 }],
    'GET /api/teams/7/balance_changes': () => page([]),
  });
  storeUser({ id: 9, role: 10, token: 't' } as StoredUser);
  const { router } = await renderAt('/teams', TeamsPage);
  fireEvent.click(await screen.findByText('Acme'));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('row', { name: /ann.*\$1\.00/ })).toBeTruthy();
  expect(router.state.location.search).toEqual({ team: '7' });
  expect(server.lastQueryOf('GET /api/teams/7/balance_changes')).toMatchObject({ p: '1' });
  fireEvent.click(drawer.getByRole('button', { name: text('team.manage.credit') }));
  expect(await screen.findByRole('textbox', { name: text('team.manage.reason') })).toBeTruthy();
});
