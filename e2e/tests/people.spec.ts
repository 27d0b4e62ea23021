import { type Browser, expect, type Page } from '@playwright/test';
import { type NotificationSimulator, startNotificationSimulator } from '@tollgate/simulators';
import { readFile } from 'node:fs/promises';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

const SECRET = `whsec_${Buffer.from('a secret of enough length').toString('base64')}`;
const password = 'password1';

let gateway: RunningGateway;
let root: SignedIn;
let receiver: NotificationSimulator;
test.beforeAll(async () => {
  const nowSeconds = () => Math.floor(Date.now() / 1000);
  receiver = await startNotificationSimulator({ secret: SECRET, nowSeconds });
  gateway = await startGateway({ ALLOW_PRIVATE_MEDIA: 'on' });
  root = await signIn(gateway.url);
});
test.afterAll(async () => {
  await gateway.stop();
  await receiver.close();
});

const open = (page: Page, path: string, user: SignedIn) =>
  openPage(page, { url: gateway.url + path, user: user.stored, language: 'en', theme: 'light' });

/** Registers and signs in a new user. */
async function person(username: string): Promise<SignedIn & { id: number }> {
  await root.call('/api/user/', { username, password });
  const known = await signIn(gateway.url, { username, password });
  return { ...known, id: (JSON.parse(known.stored) as { id: number }).id };
}

/** Tries to log in from another browser; returns whether that succeeded. */
async function tries(username: string, typed = password): Promise<boolean> {
  const response = await fetch(`${gateway.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Firefox of somewhere else' },
    body: JSON.stringify({ username, password: typed }),
  });
  return ((await response.json()) as { success: boolean }).success;
}

const openApart = async (browser: Browser) => (await browser.newContext()).newPage();

test('a webhook is added, tested, notified of a login from elsewhere, and notified again under the same id', async ({
  page,
}) => {
  const reader = await person('reader');
  await open(page, '/notifications?view=targets', reader);
  await page.getByRole('button', { name: 'Add target' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Webhook' }).click();
  await dialog.getByLabel('Name').fill('Pager');
  await dialog.getByLabel('Webhook address').fill(`${receiver.url}/hook`);
  await dialog.getByLabel('Signing secret').first().fill(SECRET);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send test: Pager' }).click();
  await expect(page.getByText('Pager: Test delivered')).toBeVisible();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole('button', { name: 'Subscriptions' }).click();
  await page.getByRole('row', { name: 'New login' }).getByLabel('Pager').click();
  await expect(page.getByRole('row', { name: 'New login' }).getByLabel('Pager')).toBeChecked();
  expect(await tries('reader')).toBe(true);
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.body).toContain('Firefox of somewhere else');

  await page.getByRole('button', { name: 'Deliveries' }).click();
  const sent = page.getByRole('row').filter({ hasText: 'New login' });
  await expect(sent).toContainText('Sent');
  await sent.getByRole('button', { name: 'Resend' }).click();
  await expect.poll(() => receiver.received.length).toBe(3);
  const [, first, again] = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(again).toBe(first);
  expect(receiver.refused).toEqual([]);
});

test('a user ends a session elsewhere and sees a failed login; once deleted, they can be restored from the list', async ({
  page,
  browser,
}) => {
  const walker = await person('walker');
  const elsewhere = await signIn(gateway.url, { username: 'walker', password });
  expect(await tries('walker', 'not-the-password')).toBe(false);
  await open(page, '/setting?tab=personal', walker);
  await expect(page.getByText('This session')).toBeVisible();
  await page.getByRole('button', { name: 'End session' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  expect(await elsewhere.call('/api/user/self/email', {}, 'PUT')).toBeFalsy();
  await expect(page.getByText('Wrong password')).toBeVisible();

  await root.call('/api/user/manage', { id: walker.id, action: 'delete' });
  expect(await tries('walker')).toBe(false);
  const list = await openApart(browser);
  await open(list, '/user?deleted=1', root);
  await list.getByRole('button', { name: 'Restore: walker' }).click();
  await list.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(list.getByRole('row').filter({ hasText: 'walker' })).toHaveCount(0);
  expect(await tries('walker')).toBe(true);
});

test('a changed setting is found in the audit log by its value, opened, and exported as JSON lines', async ({
  page,
}) => {
  const changed = { key: 'Footer', value: 'Closed at noon' };
  await root.call('/api/option/', changed, 'PUT');
  await open(page, '/audit', root);
  await page.getByLabel('Object, reason, change or IP').fill('at noon');
  const row = page.getByRole('row').filter({ hasText: 'Footer' });
  await expect(page.getByRole('row')).toHaveCount(2);
  await row.click();
  await expect(page.getByRole('cell', { name: changed.value, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export NDJSON' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { changes: unknown }).changes)).toEqual([
    [{ field: 'Footer', from: '', to: changed.value }],
  ]);
});

test('a user who confirmed their identity long ago is asked for the password, and their request is then completed', async ({
  page,
}) => {
  const careful = await person('careful');
  await open(page, '/setting?tab=personal', careful);
  let requestCount = 0;
  await page.route(
    '**/api/user/self/data',
    (route) => {
      requestCount += 1;
      return route.fulfill({
        status: 403,
        json: { success: false, code: 'confirmation_required', message: 'confirm' },
      });
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password').first().fill('not-the-password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Password').first().fill(password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  expect(requestCount).toBe(1);
  expect(await readFile(await file.path(), 'utf8')).toContain('"username":"careful"');
});

test('while registration is by invitation, a code admits one person only', async ({ page }) => {
  const required = { key: 'RegistrationCodeRequired', value: 'true' };
  await root.call('/api/option/', required, 'PUT');
  const [code = ''] = await root.call<string[]>('/api/registration-code/', {
    name: 'friends',
    count: 1,
    uses: 1,
    expires_at: 0,
  });
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const main = page.getByRole('main');
  const register = async (username: string, typed: string) => {
    await page.goto(`${gateway.url}/register`);
    await main.getByLabel('Username').fill(username);
    await main.getByLabel('Password', { exact: true }).fill(password);
    await main.getByLabel('Confirm password').fill(password);
    await main.getByLabel('Registration code').fill(typed);
    await main.getByRole('button', { name: 'Create account' }).click();
  };
  await register('stranger', 'x'.repeat(code.length));
  await expect(main.getByRole('alert')).toBeVisible();
  await register('friend', code);
  await expect(page).toHaveURL(/\/login$/);
  expect(await tries('friend')).toBe(true);
  await register('too-late', code);
  await expect(main.getByRole('alert')).toBeVisible();
  expect(await tries('too-late')).toBe(false);
});

test('a user promoted while signed in has the administrators’ menu after a reload, and loses it with the role', async ({
  page,
}) => {
  const climber = await person('climber');
  await open(page, '/token', climber);
  const channels = page.getByRole('link', { name: 'Channels', exact: true });
  await expect(page.getByRole('link', { name: 'API keys' })).toBeVisible();
  await expect(channels).toHaveCount(0);

  await root.call('/api/user/manage', { id: climber.id, action: 'promote' });
  await page.reload();
  await channels.click();
  await expect(page.getByRole('heading', { name: 'Channels', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add channel' }).first()).toBeVisible();

  await root.call('/api/user/manage', { id: climber.id, action: 'demote' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(channels).toHaveCount(0);
});
