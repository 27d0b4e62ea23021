import { expect, type Page } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { openPage } from '../open-page.ts';
import { signIn, type SignedIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: FilledGateway;
let root: SignedIn;

test.beforeAll(async () => {
  gateway = await startFilledGateway();
  root = await signIn(gateway.url);
  const channel = { type: 1, name: 'VIP', key: 'k', models: 'o3,dall-e-3', group: 'vip' };
  await root.call('/api/channel/', { ...channel, base_url: gateway.simulator.url });
});
test.afterAll(() => gateway.stop());

const open = (page: Page, path: string, user: string) =>
  openPage(page, { url: gateway.url + path, user, language: 'en', theme: 'light' });

test('a visitor sees prices, which models are for others, copies a name, and changes the group', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/pricing', '');
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('gpt-4o')).toContainText('Available');
  await expect(row('gpt-4o')).toContainText('$2.50');
  await expect(row('o3')).toContainText('Not in your group');
  await expect(row('dall-e-3')).toContainText('Per call');
  await page.getByRole('button', { name: 'Copy: gpt-4o', exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gpt-4o');
  await page.getByRole('combobox', { name: 'Price group' }).click();
  await page.getByRole('option', { name: 'vip (ratio 1)' }).click();
  await expect(row('o3')).not.toContainText('Not in your group');
  await expect(page).toHaveURL(/group=vip/);
  await row('gpt-4o').getByText('$2.50').click();
  const details = page.getByRole('dialog');
  await expect(details.getByRole('row', { name: 'Cached input' })).toContainText('$1.25');
  await expect(page).toHaveURL(/model=gpt-4o/);
  await details.getByRole('link', { name: 'gpt-4o' }).click();
  await expect(page).toHaveURL(/\/pricing\/gpt-4o$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('gpt-4o');
  await page.goBack();
  await page.keyboard.press('Escape');
  for (const nav of ['Site', 'Site, end of page']) {
    const links = page.getByRole('navigation', { name: nav, exact: true });
    await expect(links.getByRole('link')).toHaveText(['Home', 'Console', 'Pricing']);
  }
  await page.getByRole('navigation', { name: 'Site', exact: true }).getByText('Console').click();
  await expect(page).toHaveURL(/\/login/);
});

test('the chat opens with the user’s own key; if none is enabled, the keys are shown', async ({
  page,
  context,
}) => {
  const chat = `${gateway.url}/healthz?key={key}&address={address}`;
  await root.call('/api/option/batch', { options: [{ key: 'ChatLink', value: chat }] });
  const keysRequest = page.waitForRequest(`${gateway.url}/api/token/?p=0&size=100`);
  // The page leaves the console by itself, so there is no heading to wait for.
  await page.addInitScript((stored) => localStorage.setItem('user', stored), gateway.user);
  await page.goto(`${gateway.url}/chat2link`, { waitUntil: 'commit' });
  await keysRequest;
  await expect(page).toHaveURL(/\/healthz\?key=sk-\w{48}&address=http/);
  await root.call('/api/user/', { username: 'keyless', password: 'password1' });
  const keyless = await signIn(gateway.url, { username: 'keyless', password: 'password1' });
  // Both tabs share local storage, and each load of the console here stores its own user.
  await page.goto('about:blank');
  const other = await context.newPage();
  await open(other, '/chat2link', keyless.stored);
  await expect(
    other.getByText('no enabled token available, please check whether any token is enabled!'),
  ).toBeVisible();
  await expect(other).toHaveURL(/\/token$/);
});
