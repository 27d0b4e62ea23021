import { expect, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
test.beforeAll(async () => {
  gateway = await startGateway({}, { isFirstStart: true });
});
test.afterAll(() => gateway.stop());

test('a person’s first five minutes: log in, see the warning, add and test a channel, create a key, call it, see the cost', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  expect(gateway.output()).toContain('root / 123456');

  await page.goto(`${gateway.url}/token`);
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Username or e-mail').fill('root');
  await page.getByLabel('Password', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Log in' }).click();

  await expect(page.getByRole('dialog', { name: 'Change the default password' })).toBeVisible();
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('textbox', { name: 'New password', exact: true })).toHaveAttribute(
    'data-invalid',
    'true',
  );
  const hint = page.getByText('8 to 20 characters');
  await expect(hint).toHaveCSS('color', await cssColor(page, '--mantine-color-error'));
  await expect(page.locator('.mantine-PasswordInput-input:focus-within')).toHaveCSS(
    'outline-width',
    '2px',
  );
  await page.getByRole('button', { name: 'Later' }).click();

  await page.getByRole('link', { name: 'Channels', exact: true }).click();
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  await page.getByText('Connection', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Simulator');
  await page.getByLabel('Base URL').fill(gateway.simulator.url);
  await page.getByLabel('Key', { exact: true }).fill('sk-upstream');
  await page.getByRole('button', { name: /^Fetch from/ }).click();
  await expect(page.getByText('gpt-4o-mini').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Channel created')).toBeVisible();

  await expect(page.getByText('Passed').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('first');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your API key is ready' });
  await dialog.getByRole('button', { name: 'Show the key' }).click();
  const key = (await page.getByTestId('new-key').textContent()) ?? '';
  expect(key).toMatch(/^sk-[0-9A-Za-z]{48}$/);
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const { stdout: output } = await promisify(execFile)('curl', [
    '-s',
    `${gateway.url}/v1/chat/completions`,
    '-H',
    `Authorization: Bearer ${key}`,
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({
      model: 'gpt-4o-mini',
      messages: [
        {
          role: 'user',
          content: JSON.stringify({ sim: { prompt_tokens: 4000, completion_tokens: 5000 } }),
        },
      ],
    }),
  ]);
  expect(JSON.parse(output).choices[0].message.content).toBe('Hello from the simulator.');

  await page.getByRole('link', { name: 'Logs' }).click();
  const row = page.getByRole('row').filter({ hasText: 'gpt-4o-mini' });
  await expect(row).toContainText('$0.0036');
  // Beside the notifications, which stay for as long as the pointer is on them.
  await row.getByText('$0.0036').click();
  await expect(page.getByText('group ratio 1 × model ratio 0.075').last()).toBeVisible();
  await expect(page.getByText('Why this channel')).toBeVisible();
});

/** Returns the color of a variable of the theme, as computed styles state it. */
const cssColor = (page: Page, variable: string) =>
  page.evaluate((name) => {
    const probe = document.body.appendChild(document.createElement('span'));
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, variable);
