import { expect, type Page } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { openPage } from '../open-page.ts';
import { test } from '../test.ts';

let gateway: FilledGateway;
test.beforeAll(async () => {
  gateway = await startFilledGateway();
});
test.afterAll(() => gateway.stop());

/** Opens a page in English and light. */
const open = (page: Page, path: string, { signedIn = true } = {}) =>
  openPage(page, {
    url: gateway.url + path,
    user: signedIn ? gateway.user : '',
    language: 'en',
    theme: 'light',
  });

test('a visitor is sent to the login, and so is an ended session, with the reason', async ({
  page,
}) => {
  await open(page, '/channel', { signedIn: false });
  await expect(page).toHaveURL(/\/login\?next=%2Fchannel$/);
  await expect(page.getByText('You will continue to Channels.')).toBeVisible();
  await page.evaluate(
    (stored) =>
      localStorage.setItem(
        'user',
        JSON.stringify({ ...(JSON.parse(stored) as object), token: 'dead' }),
      ),
    gateway.user,
  );
  await page.goto(`${gateway.url}/token`);
  await expect(page).toHaveURL(/\/login\?expired=true/);
  await expect(
    page.getByText('Not logged in or login has expired, please log in again'),
  ).toBeVisible();
});

test('language and theme switch in place and survive a reload', async ({ page }) => {
  await page.goto(`${gateway.url}/login`);
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible();
  await page.getByRole('button', { name: '切换到英文' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(
    await page.evaluate(() => [
      localStorage.getItem('language'),
      localStorage.getItem('theme-mode'),
    ]),
  ).toEqual(['en', 'dark']);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe(
    'dark',
  );
});

test('a table’s state is in the URL: a pasted link shows the same rows; a row tells administrators in words why a channel was chosen', async ({
  page,
}) => {
  await open(page, '/log?model_name=gpt-4o&type=2');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('row').nth(1).locator('time').click();
  await expect(page.getByText('the only channel available')).toBeVisible();
  await expect(page.getByText('1. #1 Simulator 200 OK')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByPlaceholder('Name, start or end of the key').fill('zzz');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/keyword=zzz/);
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('old URLs redirect, and reloading any page serves the console', async ({ page, request }) => {
  for (const path of ['/chat', '/chat/5']) {
    await page.goto(gateway.url + path);
    await expect(page).toHaveURL(`${gateway.url}/`);
  }
  for (const path of ['/token', '/channel/edit/1', '/docs/errors', '/no/such/page'])
    expect(
      (await request.get(gateway.url + path, { headers: { accept: 'text/html' } })).status(),
    ).toBe(200);
});

test('the dashboard shows calls by model, as a chart and as numbers', async ({ page }) => {
  await open(page, '/detail');
  const row = page.getByRole('row').filter({ hasText: 'gpt-4o-mini' });
  await expect(row).toContainText(/\$0\.0000\d+/);
  const chart = page.getByRole('slider', { name: /^Spend by model/ });
  await chart.focus();
  await chart.press('Home');
  await expect(chart).not.toHaveAttribute('aria-valuetext', /gpt-4o-mini/);
  await chart.press('End');
  await expect(chart).toHaveAttribute('aria-valuetext', /gpt-4o-mini \$0\.0000\d+/);
  await page.getByRole('radiogroup', { name: 'Measure' }).getByText('Calls').click();
  await expect(page).toHaveURL(/measure=calls/);
  await expect(row).toContainText('33.3%');
  // Sortable columns have buttons as headings, which are printed.
  await page.emulateMedia({ media: 'print' });
  const isPrinted = await page.getByRole('button', { name: 'Spend', exact: true }).isVisible();
  await page.emulateMedia({ media: null });
  expect(isPrinted).toBe(true);
  await page.getByRole('button', { name: 'As table' }).click();
  const numbers = page.getByRole('region', { name: 'Calls by model over time' });
  await expect(numbers.getByRole('row')).toHaveCount(3);
  await expect(page.getByText('2 models in use have no price')).toHaveCount(0);
});

/** The height at which the middle of an element is. */
const middleOf = (box?: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : 0);

test('reconciliation runs on demand, and its result is on the page', async ({ page }) => {
  await open(page, '/system');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/system/check', (route) => held.promise.then(() => route.continue()));
  const checked = page.waitForResponse('**/api/system/check');
  const button = page.getByRole('button', { name: 'Check now' });
  await button.click();
  // Also without motion, as here, what turns meanwhile is in the middle.
  const [around, turning] = await Promise.all(
    [button, button.locator('.mantine-Loader-root')].map((each) => each.boundingBox()),
  );
  expect(middleOf(turning)).toBeCloseTo(middleOf(around), 0);
  held.resolve();
  expect((await checked).ok()).toBe(true);
  await expect(page.getByText('Ledger balanced')).toBeVisible();
});

test('a page that can’t be fetched while the server is down says so, within the console’s frame', async ({
  page,
}) => {
  await open(page, '/channel');
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('link', { name: 'System status' }).click();
  await expect(page.getByText('Unable to connect to the server normally')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Channels', exact: true })).toBeVisible();
});
