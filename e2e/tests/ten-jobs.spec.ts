import { expect, type Page, test } from '@playwright/test';
import { startEpaySimulator, type EpaySimulator } from '@tollgate/simulators';
import { type ActCounter, countActs } from '../act-counter.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { reopenInApp } from '../navigate-in-app.ts';
import { type SignedIn, signIn } from '../sign-in.ts';

// One operator goes from job to job in one browser, as in real life.
test.describe.configure({ mode: 'serial' });

const PASSWORD = 'password-of-root';
let gateway: RunningGateway;
let epay: EpaySimulator;
let root: SignedIn;
let page: Page;
let acts: ActCounter;

test.beforeAll(async ({ browser }) => {
  [gateway, epay] = await Promise.all([startGateway(), startEpaySimulator({ secret: 'secret' })]);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  acts = await countActs(page);
});
test.afterAll(async () => {
  // Undefined if the setup itself failed, whose error should be reported.
  await (page as Page | undefined)?.context().close();
  await Promise.all([gateway.stop(), epay.close()]);
});

/** Asserts the most actions a job may take; actions before it do not count. */
async function expectAtMost(clicks: number, fields: number): Promise<void> {
  const done = await acts.read();
  expect(done.clicks, 'clicks').toBeLessThanOrEqual(clicks);
  expect(done.fields, 'fields').toBeLessThanOrEqual(fields);
  // A job without any action would prove nothing.
  expect(done.clicks).toBeGreaterThan(0);
}

/** Opens the page that a login leads to. */
async function land(): Promise<void> {
  await reopenInApp(page, '/token');
  await expect(page.getByRole('button', { name: 'Create key' }).first()).toBeVisible();
  await acts.read();
}

const link = (name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Calls a model with the newest key; returns the status. */
async function callModel(key: string, model: string): Promise<number> {
  const { status } = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
  return status;
}

test('1: logging in and changing the default password takes 2 clicks and 3 fields', async () => {
  await page.goto(`${gateway.url}/login`);
  await page.getByLabel('Username or e-mail').fill('root');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await button('Log in').click();
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
  await button('Change password').click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expectAtMost(2, 3);
  root = await signIn(gateway.url, { username: 'root', password: PASSWORD });
});

test('2: adding a channel and seeing its test pass takes 3 clicks and 2 fields', async () => {
  await land();
  const card = page.getByRole('region', { name: 'Open for business' });
  await card.getByRole('link', { name: 'Add channel' }).click();
  await page.getByText('Connection', { exact: true }).click();
  await page.getByLabel('Base URL').fill(gateway.simulator.url);
  await page.getByLabel('Key', { exact: true }).fill('sk-upstream');
  await page.keyboard.press('Tab');
  await expect(page.getByText('gpt-4o-mini').first()).toBeVisible();
  await button('Save and test').click();
  await expect(page.getByText('Passed').first()).toBeVisible();
  await expectAtMost(3, 2);
});

test('3: creating a key and seeing its first call appear takes 3 clicks and 1 field', async () => {
  await land();
  await button('Create key').first().click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name', { exact: true }).fill('first');
  await form.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your API key is ready' });
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(await callModel(key, 'gpt-4o-mini')).toBe(200);
  await expect(dialog.getByText('First call received')).toBeVisible();
  await expectAtMost(3, 1);
  // A failing call, for the jobs that follow.
  expect(await callModel(key, 'nope')).toBe(404);
});

test('4: topping up by Alipay takes 4 clicks and no field, and the balance is updated', async () => {
  const options = { ServerAddress: gateway.url, ...epay.register(gateway.url) };
  await root.call('/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
  // The console learns of options when it is loaded.
  await page.reload();
  await land();
  const balance = page.getByRole('banner').getByRole('group', { name: 'Balance' });
  const before = await balance.textContent();
  await balance.click();
  await button('Top up').first().click();
  await page.getByRole('dialog', { name: 'Top up' }).getByText('Alipay').click();
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: /^Pay .+ with/ }).click();
  await (await tab).waitForURL(`${epay.url}/submit.php`);
  const [number = ''] = epay.orders.keys();
  expect(epay.orders.get(number)?.fields).toMatchObject({ money: '73.00' });
  epay.pay(number);
  await epay.notify(number);
  await expect(page.getByRole('dialog', { name: 'Payment received' })).toContainText('+$10.00');
  await expectAtMost(4, 0);
  await button('Done').click();
  await expect(balance).not.toHaveText(before ?? '');
});

test('5: learning why a call failed takes 2 clicks', async () => {
  await land();
  await link('Logs');
  await page.getByRole('row').filter({ hasText: 'nope' }).click();
  await expect(page.getByRole('dialog').getByText('model_not_found').first()).toBeVisible();
  await expectAtMost(2, 0);
});

test('6: seeing what a user spent in the last week takes 2 clicks and 1 field', async () => {
  await land();
  await link('Users');
  await page.getByRole('textbox', { name: 'Search by ID' }).fill('root');
  await page.getByRole('row').filter({ hasText: 'Super admin' }).click();
  const spent = page.getByRole('dialog').locator('.fact').filter({ hasText: 'last 7 days' });
  await expect(spent).toContainText('$0.00');
  await expect(spent).toContainText('1 call');
  await expectAtMost(2, 1);
});

test('7: changing a price, in money, takes 3 clicks and 1 field', async () => {
  await land();
  await link('Price editor');
  const cell = page.getByRole('textbox', { name: 'Input: gpt-4o-mini', exact: true }).first();
  await cell.click();
  await cell.fill('0.2');
  await page.keyboard.press('Enter');
  await button('Save 1 price').click();
  await expect(page.getByText('Prices saved')).toBeVisible();
  await expectAtMost(3, 1);
});

test('8: disabling a bad channel that stands out in the list takes 1 click, and can be undone', async () => {
  await reopenInApp(page, '/channel');
  await expect(page.getByRole('row').filter({ hasText: 'OpenAI' })).toBeVisible();
  await acts.read();
  await page.getByRole('switch', { name: 'On: OpenAI' }).click({ force: true });
  await expect(button('Undo')).toBeVisible();
  await expectAtMost(1, 0);
});

test('9: creating a hundred codes takes 3 clicks and 3 fields', async () => {
  await land();
  await link('Redemption codes');
  await button('Create codes').first().click();
  await page.getByLabel('Name', { exact: true }).fill('Spring');
  await page.getByLabel('Quota').fill('1');
  await page.getByLabel('Number of codes').fill('100');
  await page.getByRole('dialog').getByRole('button', { name: 'Create codes' }).click();
  await expect(page.getByLabel('Codes, one per line')).toHaveValue(/^(\S+\n){99}\S+$/);
  await expectAtMost(3, 3);
});

test('10: adding an administrator takes 3 clicks and 2 fields', async () => {
  await land();
  await link('Users');
  await button('Add administrator').click();
  await page.getByLabel('Username').fill('helper');
  await page.getByRole('textbox', { name: 'Password' }).fill('password1');
  await page.getByRole('dialog').getByRole('button', { name: 'Add administrator' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'helper' })).toContainText('Admin');
  await expectAtMost(3, 2);
});
