import { expect, type Page } from '@playwright/test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let root = '';
let member = '';

type Answer = { data: { token: string; key: string; id: number } };

async function call(path: string, body: unknown, token = ''): Promise<Answer> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

test.beforeAll(async () => {
  gateway = await startGateway();
  const { data: login } = await call('/api/user/login', { username: 'root', password: '123456' });
  root = JSON.stringify(login);
  await call('/api/user/', { username: 'member', password: 'member-12345', role: 1 }, login.token);
  const { data: user } = await call('/api/user/login', {
    username: 'member',
    password: 'member-12345',
  });
  member = JSON.stringify(user);
  for (let index = 1; index <= 12; index += 1)
    await call(
      '/api/channel/',
      {
        name: `Channel ${index}`,
        type: 1,
        key: 'k',
        models: 'gpt-4o',
        group: 'default',
        priority: 100 - index,
      },
      login.token,
    );
  await call('/api/token/', { name: 'one' }, login.token);
  await call('/api/token/', { name: 'two' }, login.token);
});
test.afterAll(() => gateway.stop());

async function open(page: Page, path: string, stored: string, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript((user) => {
    if (localStorage.getItem('language') === null) {
      localStorage.setItem('language', 'en');
      if (user) localStorage.setItem('user', user);
    }
  }, stored);
  await page.goto(gateway.url + path, { waitUntil: 'networkidle' });
  // The frame handles keys once it has rendered a page.
  await page.locator('h1').first().waitFor();
}

test('J and K move through the rows, Enter opens one, and an open drawer follows', async ({
  page,
}) => {
  await open(page, '/channel', root);
  await expect(page.getByRole('row')).toHaveCount(13);
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(1)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await expect(page.getByRole('row').nth(2)).toBeFocused();
  await page
    .getByRole('row')
    .nth(2)
    .click({ position: { x: 400, y: 8 } });
  await expect(page.getByRole('dialog', { name: 'Channel 2' })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: 'Channel 3' })).toBeVisible();
  await page.getByRole('row').nth(3).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/channel\/edit\/3$/);
});

test('Space shows a row beside the table, pressed again moves into it, and Escape leads back', async ({
  page,
}) => {
  await open(page, '/token', root);
  const row = page.getByRole('row').nth(1);
  await row.focus();
  await page.keyboard.press(' ');
  const drawer = page.getByRole('dialog', { name: 'two' });
  await expect(drawer).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press(' ');
  await expect(drawer.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('arrow keys reach the exact amounts inside a row', async ({ page }) => {
  await open(page, '/token', root);
  // Tooltips load after the rows, with the host of toasts; a key pressed earlier shows none.
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tooltip')).toContainText('$0');
});

test('a button keeps the focus while its call runs, so that the keyboard stays in the dialog', async ({
  page,
}) => {
  await open(page, '/token', root);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name', { exact: true }).fill('three');
  const refused = { success: false, message: 'not now', data: null };
  await page.route('**/api/token/', (route) => route.fulfill({ status: 400, json: refused }));
  const submit = form.getByRole('button', { name: 'Create key' });
  await submit.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('not now')).toBeVisible();
  await expect(submit).toBeFocused();
});

test('in a contrast theme, the chosen tab and page are told from the others', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/token', root);
  const tabs = page.locator('.status-tab');
  await expect(tabs.nth(1)).toBeVisible();
  const borders = await tabs.evaluateAll((all) =>
    all.map((tab) => getComputedStyle(tab).borderBottomColor),
  );
  expect(borders[0]).not.toBe(borders[1]);
  const current = page.getByRole('navigation').locator('[aria-current=page]');
  await expect(current).toHaveCSS('outline-style', 'solid');
});

test('Back removes a filter', async ({ page }) => {
  await open(page, '/token', root);
  await page.getByPlaceholder('Name, start or end of the key').fill('one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page).toHaveURL(/\/token$/);
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByPlaceholder('Name, start or end of the key')).toHaveValue('');
});

test('columns, density and page size are remembered per user and table', async ({ page }) => {
  await open(page, '/channel', root, 1920);
  await page.getByRole('button', { name: 'Table view' }).click();
  await page.getByRole('switch', { name: 'Balance' }).click({ force: true });
  await page.getByRole('switch', { name: 'Compact rows' }).click({ force: true });
  await page.getByRole('button', { name: 'Move later: Group' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await page.getByRole('option', { name: '20 / page' }).click();
  await expect(page.getByRole('row')).toHaveCount(13);
  await page.goto(`${gateway.url}/channel`);
  await expect(page.getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'On',
    'Health',
    'Last 24 h',
    'First token',
    'Used',
    'Priority',
    'Group',
    'Weight',
    'Response',
    'Type',
    'Actions',
  ]);
});

test('a list never scrolls sideways: columns are dropped in a narrow window or beside a drawer, and return', async ({
  page,
}) => {
  await open(page, '/channel', root);
  const table = page.getByRole('region', { name: 'Channels' });
  const type = page.getByRole('columnheader', { name: 'Type' });
  const used = page.getByRole('columnheader', { name: 'Used' });
  const fits = () =>
    expect.poll(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await expect(type).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Weight' })).toBeVisible();
  await fits();
  await page.setViewportSize({ width: 1600, height: 800 });
  await expect(type).toBeVisible();
  await fits();
  await page.getByRole('row').nth(1).click();
  await expect(type).toHaveCount(0);
  await expect(used).toBeVisible();
  await fits();
  await page.keyboard.press('Escape');
  await expect(type).toBeVisible();
});

test('a page of rows is selected, then all that match, and they are tagged together', async ({
  page,
}) => {
  await open(page, '/channel?page_size=10', root);
  await page.getByRole('checkbox', { name: 'Select this page' }).click();
  await page.getByRole('button', { name: 'Select all 12' }).click();
  await expect(page.getByText('12 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Set…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Tag', exact: true }).fill('all');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Channels changed: 12')).toBeVisible();
});

test('Ctrl K finds pages, keys and channels, and opens them by keyboard', async ({ page }) => {
  await open(page, '/token', root);
  // Keys pressed before the palette has loaded count too.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/command-palette-*.js', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.reload();
  await page.locator('h1').first().waitFor();
  await page.keyboard.press('Control+k');
  pressed.resolve();
  const search = page.getByPlaceholder('Search…');
  await search.fill('Channel 7');
  await page.getByText('Channel 7: Channel 7').click();
  await expect(page).toHaveURL(/\/channel\/edit\/7$/);
  // While it is closing, the same keys would only close it again.
  await expect(search).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await search.fill('Logs');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/log$/);
});

test('visitors get the frame with only the pages they may open', async ({ page }) => {
  await open(page, '/about', '');
  const nav = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(nav.getByRole('link')).toHaveText(['Models & prices', 'Docs', 'Status']);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Channels', exact: true })).toHaveCount(0);
});

test("a user on an administrators' page is told once and stays signed in", async ({ page }) => {
  await open(page, '/token', member);
  await expect(page.getByRole('link', { name: 'Channels', exact: true })).toHaveCount(0);
  await page.goto(`${gateway.url}/channel`);
  await expect(page).toHaveURL(/\/detail$/);
  const message = 'You don’t have permission to open this page';
  await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(1);
});

test('on a phone the menu closes on a click outside it, and filters open as a sheet', async ({
  page,
}) => {
  await open(page, '/channel', root, 390);
  const nav = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(nav).toHaveCount(0);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(nav).toBeVisible();
  await page.mouse.click(370, 400);
  await expect(nav).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
});

test('on a phone a field that the server refuses is above the bar of its form, with the reason', async ({
  page,
}) => {
  await open(page, '/token', root, 390);
  await page.getByRole('button', { name: 'Create key' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name', { exact: true }).fill('four');
  const access = form.getByRole('button', { name: 'Access limits' });
  await access.click();
  const addresses = form.locator('[data-path="allowIps"]');
  await addresses.fill('300.1.2.3');
  await access.click();
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(addresses).toBeFocused();
  // Wherever the edge of the screen is: a field under the bar counts as in sight.
  for (let height = 700; height <= 900; height += 20) {
    await page.setViewportSize({ width: 390, height });
    await addresses.evaluate((field) => {
      field.blur();
      field.closest('.mantine-Modal-content')?.scrollTo(0, 0);
      field.focus();
    });
    const bar = await form.locator('.form-bar').boundingBox();
    const reason = await form
      .getByText(/300\.1\.2\.3/)
      .last()
      .boundingBox();
    expect((reason?.y ?? Infinity) + (reason?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
});
