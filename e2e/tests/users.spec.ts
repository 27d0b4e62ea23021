import { expect, type Page } from '@playwright/test';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { navigateInApp } from '../navigate-in-app.ts';
import { openPage } from '../open-page.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let root: SignedIn;
const ids: Record<string, number> = {};

test.beforeAll(async () => {
  gateway = await startGateway();
  root = await signIn(gateway.url);
  for (const [username, role] of [
    ['boss', 10],
    ['peer', 10],
    ['alice', 1],
    ['bob', 1],
    ['carol', 1],
    ['dave', 1],
  ] as const) {
    const body = { username, password: 'password1', role };
    ids[username] = (await root.call<{ id: number }>('/api/user/', body)).id;
  }
});
test.afterAll(() => gateway.stop());

const open = (page: Page, path = '/user', user = root.stored) =>
  openPage(page, { url: gateway.url + path, user, language: 'en', theme: 'light' });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `More actions: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};
const send = async (method: string, path: string, body: unknown, token: string) =>
  (
    await fetch(gateway.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  ).json() as Promise<{ success: boolean; message: string; data: { quota: number } }>;
const rootToken = () => (JSON.parse(root.stored) as { token: string }).token;
const signsIn = async (username: string, password = 'password1') =>
  (await send('POST', '/api/user/login', { username, password }, '')).success;

test('a new user needs a name and a password, appears in the list and can sign in', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('Username and password cannot be empty!')).toHaveCount(1);
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel('Username').fill('newcomer');
  await page.getByRole('textbox', { name: 'Password' }).fill('password1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await expect(row(page, 'newcomer')).toContainText('Active');
  expect(await signsIn('newcomer')).toBe(true);
});

test('a balance is changed by a difference, previewed beforehand, and concurrent changes are kept', async ({
  page,
}) => {
  await open(page);
  await page.getByRole('button', { name: 'Change quota: alice' }).click();
  const change = page.getByRole('textbox', { name: 'Change by' });
  await expect(change).toBeFocused();
  await page.keyboard.type('-1');
  await page.getByRole('button', { name: 'Change quota', exact: true }).click();
  await expect(page.getByText('The balance cannot go below 0')).toBeVisible();
  await page.getByRole('button', { name: '+$10', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'New balance' })).toHaveValue('$10.00');
  await page.getByRole('textbox', { name: 'New balance' }).fill('12');
  await expect(change).toHaveValue('$12.00');
  await page.getByRole('button', { name: 'Change quota', exact: true }).click();
  await expect(page.getByText('Enter a reason')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Reason' }).fill('welcome gift');
  const meanwhile = { id: ids['alice'], quota: 500_000, quota_before: 0 };
  await send('PUT', '/api/user/', meanwhile, rootToken());
  await page.getByRole('button', { name: 'Change quota', exact: true }).click();
  await expect(row(page, 'alice')).toContainText('$13.00');
  await navigateInApp(page, '/log?username=alice&type=3');
  await expect(page.getByText('Quota +$12.00, now $13.00. welcome gift').first()).toBeVisible();
});

test('a change whose response was lost can be sent again and is booked once', async ({ page }) => {
  await open(page);
  await page.route(
    '**/api/user/',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Change quota: dave' }).click();
  await page.getByRole('button', { name: '+$1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('once');
  const submit = page.getByRole('button', { name: 'Change quota', exact: true });
  await submit.click();
  await expect(page.getByText('Unable to connect to the server normally')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Quota changed: dave')).toBeVisible();
  await expect(row(page, 'dave')).toContainText('$1.00');
});

test('an edit sends only what changed: several groups, no password; the old one still signs in', async ({
  page,
}) => {
  await open(page);
  await act(page, 'bob', 'Edit');
  const form = page.getByRole('dialog');
  await expect(form.getByRole('textbox', { name: 'Password' })).toHaveAttribute(
    'placeholder',
    'Minimum 8 characters',
  );
  for (const account of ['GitHub', 'WeChat', 'E-mail', 'Telegram'])
    await expect(form.getByText(new RegExp(`^Not linked: .*${account}`))).toBeVisible();
  await form.getByLabel('Username').fill('robert');
  await form.getByLabel('Groups').fill('vip');
  await page.keyboard.press('Enter');
  expect(await findViolations(page)).toEqual([]);
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await form.getByRole('button', { name: 'Save' }).click();
  expect((await sent).postDataJSON()).toEqual({
    id: ids['bob'],
    username: 'robert',
    group: 'default,vip',
  });
  await expect(row(page, 'robert').locator('[data-group]')).toHaveText(['default', 'vip']);
  expect(await signsIn('robert')).toBe(true);
});

test('input is not discarded without asking', async ({ page }) => {
  await open(page);
  await row(page, 'carol').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Display name').fill('Caroline');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('rows show the result of an action without reloading the list; serious actions ask for confirmation', async ({
  page,
}) => {
  await open(page);
  let reads = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/user/search')) reads += 1;
  });
  await page.getByRole('button', { name: 'Disable: carol' }).click();
  await expect(row(page, 'carol')).toContainText('Disabled');
  // Under the pointer, the message stays until it is answered.
  await page.getByText('User disabled: carol').hover();
  expect(await signsIn('carol')).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'carol')).toContainText('Active');
  await act(page, 'carol', 'Promote to admin');
  await page.getByRole('button', { name: 'Promote to admin' }).click();
  await expect(row(page, 'carol')).toContainText('Admin');
  await act(page, 'carol', 'Demote to user');
  await page.getByRole('button', { name: 'Demote to user' }).click();
  await expect(row(page, 'carol')).not.toContainText('Admin');
  await act(page, 'carol', 'Delete');
  await page.getByLabel('Type carol to confirm').fill('carl');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.getByLabel('Type carol to confirm').fill('carol');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'carol')).toContainText('Deleted');
  await expect(row(page, 'carol').getByRole('button')).toHaveCount(0);
  expect(reads).toBe(0);
});

test('an administrator is offered no actions on users of the same or a higher level, and otherwise told why one is refused', async ({
  page,
}) => {
  const boss = await signIn(gateway.url, { username: 'boss', password: 'password1' });
  await open(page, '/user', boss.stored);
  for (const name of ['peer', 'root'])
    await expect(row(page, name).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions: dave' }).click();
  await expect(page.getByText('An admin cannot promote others to admin')).toBeVisible();
  await navigateInApp(page, `/user/edit/${ids['peer']}`);
  await expect(page.getByText('You cannot edit users of the same or a higher level')).toBeVisible();
});

test('the form without an id edits the own profile: group and balance can’t be changed by the owner', async ({
  page,
}) => {
  const boss = await signIn(gateway.url, { username: 'boss', password: 'password1' });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await open(page, '/user/edit', boss.stored);
  await expect(page.getByLabel('Groups')).toBeDisabled();
  await expect(page.getByLabel('Current balance')).toBeDisabled();
  expect(requested).toContain('/api/user/self');
  expect(requested).not.toContain(`/api/user/${ids['boss']}`);
  await page.getByLabel('Display name').fill('The boss');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/user$/);
  await expect(row(page, 'boss')).toContainText('The boss');
});

test('users are found by part of a name and by group, page by page', async ({ page }) => {
  for (let number = 1; number <= 11; number += 1)
    await root.call('/api/user/', { username: `page-${number}`, password: 'password1' });
  const first = page.waitForRequest('**/api/user/search*');
  await open(page);
  expect(new URL((await first).url()).searchParams.get('page_size')).toBe('10');
  await page.getByPlaceholder('Search by ID, name or e-mail').fill('age-');
  await page.keyboard.press('Enter');
  await expect(page.getByText('11 total · page 1 of 2')).toBeVisible();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option')).toHaveText(['10 / page', '11 / page']);
  await page.getByRole('option', { name: '11 / page' }).click();
  await expect(page.getByRole('row')).toHaveCount(12);
  await page.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'svip' }).click();
  await expect(page).toHaveURL(/group=svip/);
  await expect(page.getByText('No results')).toBeVisible();
});
