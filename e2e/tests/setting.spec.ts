import { expect, type Page } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { navigateInApp } from '../navigate-in-app.ts';
import { openPage } from '../open-page.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: FilledGateway;
test.beforeAll(async () => {
  gateway = await startFilledGateway();
});
test.afterAll(() => gateway.stop());

/** Opens a part of the settings in English and light, by default as the super admin. */
const open = (page: Page, query = '', user = gateway.user) =>
  openPage(page, { url: `${gateway.url}/setting${query}`, user, language: 'en', theme: 'light' });

const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).click();
const saved = (page: Page) =>
  expect(page.getByText('Settings updated successfully').first()).toBeVisible();

test('an administrator changes a group’s price and a limit, and the relay applies them at once', async ({
  page,
}) => {
  const { call } = await signIn(gateway.url);
  const { key } = await call<{ key: string }>('/api/token/', { name: 'settings' });
  const chat = () =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
      body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
    });

  await open(page, '?section=group');
  const ratio = page.getByRole('textbox', { name: 'Group ratio: Ratio, row 1' });
  await ratio.fill('three');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Row 1 has a value that is not a number').first()).toBeVisible();
  await ratio.fill('3');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.locator('.change-list')).toContainText('default: 1 → 3');
  await save(page);
  await saved(page);
  expect((await chat()).status).toBe(200);
  await navigateInApp(page, '/log?token_name=settings');
  await page.getByRole('row').nth(1).locator('time').click();
  await expect(page.getByText(/group ratio 3 ×/).first()).toBeVisible();

  await navigateInApp(page, '/setting?section=quota');
  await page.getByRole('button', { name: 'Add: Rate limits' }).click();
  await page.getByRole('combobox', { name: 'Rate limits: Per, row 1' }).selectOption('API key');
  await page.getByRole('textbox', { name: 'Rate limits: Calls per minute, row 1' }).fill('1');
  await save(page);
  await saved(page);
  const statuses = [(await chat()).status, (await chat()).status];
  expect(statuses).toContain(429);
});

test('only changes are sent: one option by itself, several as one batch, nothing if nothing changed', async ({
  page,
}) => {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/option/'))
      sent.push([request.method(), request.postDataJSON()]);
  });
  await open(page, '?tab=operation');
  const nothing = page.getByRole('button', { name: /^Save/ });
  await expect(nothing).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Retries after failure' }).press('Enter');
  await expect(page.getByText('You seem to have changed nothing')).toBeVisible();
  expect(sent).toEqual([]);

  await page.getByRole('textbox', { name: 'Retries after failure' }).fill('2');
  await save(page);
  await saved(page);
  expect(sent).toEqual([['PUT', { key: 'RetryTimes', value: '2', before: expect.any(String) }]]);

  await expect(nothing).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Retries after failure' }).fill('3');
  await page.getByRole('textbox', { name: 'Chat link', exact: true }).fill('https://chat.example');
  await page.keyboard.press('Control+Enter');
  await expect(nothing).toHaveCount(0);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.locator('.entry-list > li').first()).toContainText('2 → 3');
  expect(sent[1]).toEqual([
    'POST',
    {
      options: [
        { key: 'ChatLink', value: 'https://chat.example', before: expect.any(String) },
        // Based on what was saved before, if that has arrived by now.
        expect.objectContaining({ key: 'RetryTimes', value: '3' }),
      ],
    },
  ]);

  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Retries after failure' }).fill('9');
  await page.getByRole('textbox', { name: 'Chat link', exact: true }).fill('');
  await page.route(
    '**/api/option/batch',
    (route) =>
      route.fulfill({ json: { success: false, message: 'too bold', field: 'RetryTimes' } }),
    { times: 1 },
  );
  await save(page);
  await expect(
    page.getByText('partial save failed, retry. Retries after failure: too bold'),
  ).toBeVisible();
});

test('an error is shown at its field, with the position in JSON, including errors from the server', async ({
  page,
}) => {
  await open(page, '?section=group');
  await page.getByRole('button', { name: 'As JSON: Group ratio' }).click();
  const ratio = page.getByRole('textbox', { name: 'Group ratio', exact: true });
  await ratio.fill('{"default": 1,\n "vip": }');
  await save(page);
  await expect(page.getByText('not a valid JSON string', { exact: true })).toBeVisible();
  await expect(page.getByText('not a valid JSON string · line 2, column 9').first()).toBeVisible();
  await expect(ratio).toBeFocused();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.route('**/api/option/', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          json: {
            success: false,
            message: 'not today',
            code: 'x',
            field: 'GroupRatio',
            data: null,
          },
        })
      : route.continue(),
  );
  await ratio.fill('{"default": 2}');
  await save(page);
  await expect(ratio).toHaveAccessibleDescription(/not today/);
  await expect(ratio).toHaveValue('{"default": 2}');
});

test('payments require the server’s address; the stablecoin gateway’s response is shown', async ({
  page,
}) => {
  await open(page, '?tab=system&section=payment');
  await page.getByRole('textbox', { name: 'Epay merchant ID' }).fill('1001');
  await save(page);
  await expect(page.getByText('please fill in the server address first')).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.route('**/admin/usdt-logs', (route) =>
    route.fulfill({
      json: {
        success: true,
        message: '',
        data: [{ id: 7, created_at: 1_767_225_600, content: 'notice {"order_id":"T7"}' }],
      },
    }),
  );
  await page.getByRole('link', { name: 'USDT payment' }).click();
  await page.getByRole('button', { name: 'Show log' }).click();
  await expect(page.getByRole('dialog', { name: 'Stablecoin log' })).toContainText(
    'notice {"order_id":"T7"}',
  );
});

test('the price table and the JSON show the same prices', async ({ page }) => {
  await open(page, '?section=ratio');
  await page.getByRole('tab', { name: 'Visual ratio settings' }).click();
  await expect(page.getByRole('row')).toHaveCount(11);
  await page.getByPlaceholder('Find or add a model').fill('gpt-4o');
  await page.getByRole('button', { name: 'Add model' }).click();
  await expect(page.getByText('model name already exists')).toBeVisible();
  await page.getByPlaceholder('Find or add a model').fill('my-model');
  await page.getByRole('button', { name: 'Add model' }).click();
  const ratio = page.getByRole('textbox', { name: 'Model ratio: my-model' });
  await ratio.fill('abc');
  await ratio.press('Enter');
  await expect(page.getByText('please enter a number')).toBeVisible();
  await expect(ratio).toHaveValue('1');
  await page.getByRole('textbox', { name: 'Fixed price: my-model' }).fill('0.5');
  await page.keyboard.press('Enter');
  await expect(ratio).toBeDisabled();
  await save(page);
  await saved(page);
  // After a reload: the server's state, as JSON.
  await page.reload({ waitUntil: 'networkidle' });
  await expect(page.getByRole('link', { name: 'Open the price editor' })).toBeVisible();
  await page.getByRole('tab', { name: 'Model ratios (JSON)' }).click();
  const model = /"my-model": 0\.5/;
  await expect(page.getByRole('textbox', { name: 'Fixed model price' })).toHaveValue(model);
  const ratios = page.getByRole('textbox', { name: 'Model ratio', exact: true });
  await expect(ratios).toHaveValue(/"gpt-4o"/);
  await expect(ratios).not.toHaveValue(/my-model/);

  await page.getByRole('button', { name: 'Reset model ratios' }).click();
  await expect(page.getByText('This cannot be undone.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset model ratios' }).click();
  await expect(page.getByText('Model ratios reset')).toBeVisible();
});

test('a secret is never shown; options that require it stay off until it has a value; system switches are saved immediately', async ({
  page,
}) => {
  await open(page, '?tab=other&section=airwallex');
  const flag = page.getByRole('switch', { name: /^Enable Airwallex/ });
  await expect(flag).toBeDisabled();
  await expect(flag).toHaveAccessibleDescription(/Airwallex client ID, Airwallex API key/);
  await page.getByRole('textbox', { name: 'Airwallex client ID' }).fill('client');
  await page.getByRole('button', { name: 'Set secret: Airwallex API key' }).click();
  await page.getByLabel('Airwallex API key', { exact: true }).fill('hidden-key');
  await flag.press('Space');
  await save(page);
  await saved(page);
  await expect(page.getByRole('button', { name: 'Replace: Airwallex API key' })).toBeVisible();
  await expect(page.getByLabel('Airwallex API key', { exact: true })).toHaveCount(0);

  // Confirmation dialogs are loaded separately; one requested before that waits for them.
  const requested = Promise.withResolvers<void>();
  await page.route(/\/assets\/overlays-(?!ready)/, async (route) => {
    await requested.promise;
    await route.continue();
  });
  await page.goto(`${gateway.url}/setting?tab=system&section=login`);
  const login = page.getByRole('switch', { name: 'Allow password login' });
  await login.press('Space');
  requested.resolve();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(login).toBeChecked();
  const response = page.waitForResponse('**/api/option/');
  await page.getByRole('switch', { name: 'Reject e-mail aliases' }).press('Space');
  expect((await response).request().postDataJSON()).toEqual({
    key: 'EmailAliasRestrictionEnabled',
    value: 'true',
    before: 'false',
  });
});

test('the search finds options of all sections; leaving with unsaved changes asks first', async ({
  page,
}) => {
  await open(page, '?q=cooldown');
  await expect(page.getByRole('heading', { name: 'Monitoring and routing' })).toBeVisible();
  await page.getByRole('switch').press('Space');
  await expect(page.getByText('changed', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('1 change');
  await page.getByRole('textbox', { name: /^Search \d+ settings/ }).fill('no such thing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No results')).toBeVisible();
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page).toHaveURL(/\/log/);
});

test('the log is deleted up to a time that must be chosen', async ({ page }) => {
  await open(page, '?section=log');
  const before = page.getByRole('textbox', { name: 'Delete entries before' });
  await before.fill('');
  await page.getByRole('button', { name: 'Delete old logs' }).click();
  await expect(page.getByText('please choose log record time').first()).toBeVisible();
  await before.fill('2020-01-01 00:00');
  await page.getByRole('button', { name: 'Delete old logs' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete old logs' }).click();
  await expect(page.getByText('Log entries deleted: 0')).toBeVisible();
});

test('on a phone each section is an entry that opens by itself', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page);
  await page.getByRole('link', { name: 'Quota and limits' }).click();
  await expect(page.getByRole('heading', { name: 'Quota and limits' })).toBeVisible();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expect(page.getByRole('link', { name: 'Online payment' })).toBeVisible();
});

test('a user sees only their own settings: names, invitation link, password, access token, and deleting the account by its name', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const root = await signIn(gateway.url);
  const login = { username: 'leaver', password: 'password1' };
  await root.call('/api/user/', login);
  const { stored } = await signIn(gateway.url, login);
  await open(page, '?tab=system&section=server', stored);
  await expect(page.getByRole('tab')).toHaveText(['Personal settings']);
  await expect(page.getByText('User', { exact: true }).first()).toBeVisible();

  const link = page.getByRole('textbox', { name: 'Invitation link' });
  await expect(link).toHaveValue(new RegExp(`^${gateway.url}/register\\?aff=\\w+$`));
  await expect(link).not.toBeEditable();
  await link.click();
  await expect(page.getByText('Invitation link copied')).toBeVisible();
  expect(await clipboard()).toBe(await link.inputValue());

  await page.getByRole('button', { name: 'Available models' }).click();
  await page.getByRole('textbox', { name: 'Find a model' }).fill('MINI');
  await expect(page.getByText('1 model. Click its name to copy it.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Generate system access token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Generate' }).click();
  await expect(page.getByText('New token copied to the clipboard')).toBeVisible();
  const headers = { authorization: `Bearer ${await clipboard()}` };
  const self = await fetch(`${gateway.url}/api/user/self`, { headers });
  expect(((await self.json()) as { data: { username: string } }).data.username).toBe('leaver');

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill('password1');
  await dialog.getByLabel('New password', { exact: true }).fill('password2');
  await dialog.getByLabel('Repeat the new password', { exact: true }).fill('password3');
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog.getByText('The passwords entered twice are inconsistent!')).toBeVisible();
  await dialog.getByLabel('Repeat the new password', { exact: true }).fill('password2');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Password changed!')).toBeVisible();

  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('gone');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('definition').filter({ hasText: 'gone' })).toBeVisible();

  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('leaver');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter your account name to confirm deletion!')).toBeVisible();
  await page.getByRole('dialog').getByRole('textbox').fill('gone');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Account deleted!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect((await signIn(gateway.url, { username: 'gone', password: 'password2' })).stored).toBe(
    'null',
  );
});

test('an administrator sees all settings, those of the super admin marked as such, and can change only the others', async ({
  page,
}) => {
  const { call } = await signIn(gateway.url);
  await call('/api/user/', { username: 'settler', password: 'password1', role: 10 });
  const admin = await signIn(gateway.url, { username: 'settler', password: 'password1' });
  await open(page, '?tab=operation', admin.stored);
  await expect(page.getByRole('textbox', { name: 'Top-up link' })).toBeDisabled();
  const lock = page.getByText('Only the super admin can change this');
  await expect(
    page.locator('.setting').filter({ hasText: 'TopUpLink' }).locator(lock),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Retries after failure' })).toBeEnabled();
  await navigateInApp(page, '/setting?tab=system&section=smtp');
  await expect(page.getByText('Only the super admin can change these settings')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'SMTP server' })).toBeDisabled();
  await expect(page.getByRole('switch')).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0);
  await navigateInApp(page, '/setting?tab=system&section=payment');
  await page.getByRole('textbox', { name: 'Minimum top-up' }).fill('7');
  await expect(page.getByRole('button', { name: 'Save 1 change' })).toBeVisible();
});

test('changing where a stored secret is sent requires the secret to be entered again', async ({
  page,
}) => {
  const { call } = await signIn(gateway.url);
  const options = { WorkerUrl: 'https://a.example', WorkerValidKey: 'the-key' };
  await call('/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
  await open(page, '?tab=system&section=server');
  await page.getByRole('textbox', { name: 'Proxy worker address' }).fill('https://b.example');
  await save(page);
  const secret = page.locator('[data-path="WorkerValidKey"]');
  await expect(secret).toBeFocused();
  await expect(page.getByText('The address has changed').first()).toBeVisible();
  await secret.fill('the-key');
  await save(page);
  await saved(page);
});
