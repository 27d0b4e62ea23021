import { expect, type Page } from '@playwright/test';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { resize } from '../resize.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let strictSimulator: Simulator;
let root: SignedIn;

test.beforeAll(async () => {
  gateway = await startGateway();
  strictSimulator = await startOpenAiSimulator({ apiKeys: ['sk-good'] });
  root = await signIn(gateway.url);
  await root.call('/api/channel/', {
    name: 'Multiple keys',
    type: 1,
    key: 'sk-bad\nsk-good',
    base_url: strictSimulator.url,
    models: 'gpt-4o-mini',
    setting: JSON.stringify({ multi_key: 'round_robin', header_override: { 'X-A': '1' }, own: 1 }),
  });
});
test.afterAll(async () => {
  await gateway.stop();
  await strictSimulator.close();
});

async function open(page: Page, path: string): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, root.stored);
  await page.goto(gateway.url + path, { waitUntil: 'networkidle' });
  await page.locator('h1').first().waitFor();
}

/** Opens all folds of a channel's form. */
async function unfold(page: Page): Promise<void> {
  await page.locator('.folds > .fold').first().waitFor();
  for (const fold of await page.locator('.folds > .fold').all())
    if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click();
  await expect(page.locator('.folds > .fold:not([open])')).toHaveCount(0);
}

test('a list of options opens at its field, and the page stays where it was scrolled', async ({
  page,
}) => {
  await open(page, '/channel/edit/1');
  await unfold(page);
  const field = page.getByRole('combobox', { name: 'On client disconnect' });
  await field.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  // Whether the list has its place when its option is scrolled to is a matter of luck.
  for (let round = 0; round < 10; round++) {
    await field.click();
    await expect(page.getByRole('option', { name: 'Read the rest of the response' })).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    await page.keyboard.press('Escape');
  }
});

test('the settings of a channel are the same as fields and as JSON, and nothing is lost', async ({
  page,
}) => {
  await open(page, '/channel/edit/1');
  // Editing opens no fold; each shows a summary.
  await expect(page.locator('.fold[open]')).toHaveCount(0);
  await expect(page.locator('.fold').filter({ hasText: 'Overrides' })).toContainText('1 header');
  await unfold(page);
  await expect(page.getByRole('combobox', { name: 'Multiple keys' })).toHaveValue('Round robin');
  await page.getByRole('textbox', { name: 'First token timeout' }).fill('2.5');
  await page.getByRole('combobox', { name: 'On client disconnect' }).click();
  await page.getByRole('option', { name: 'Read the rest of the response' }).click();
  await page.getByRole('textbox', { name: 'Maximum time to keep reading (seconds)' }).fill('9');
  await page.getByRole('button', { name: 'Add: Headers' }).click();
  await page.getByRole('textbox', { name: 'Headers: name 2' }).fill('X-B');
  await page.getByRole('textbox', { name: 'Headers: value 2' }).fill('2');
  await page.getByRole('button', { name: 'Add: Model mapping' }).click();
  await expect(page.getByRole('textbox', { name: 'Model mapping: name 1' })).toBeFocused();
  await page.keyboard.type('fast');
  await page.getByRole('textbox', { name: 'Model mapping: value 1' }).fill('gpt-4o-mini');
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = page.getByRole('textbox', { name: 'Channel setting (JSON)' });
  const expected = {
    multi_key: 'round_robin',
    header_override: { 'X-A': '1', 'X-B': '2' },
    first_token_timeout_seconds: 2.5,
    on_client_gone: 'drain',
    drain_seconds: 9,
    own: 1,
  };
  expect(JSON.parse(await json.inputValue())).toEqual(expected);
  await json.fill(JSON.stringify({ ...expected, affinity_seconds: 60 }));
  await page.getByRole('button', { name: 'Back to form' }).click();
  await unfold(page);
  await expect(page.getByRole('textbox', { name: 'Conversation affinity' })).toHaveValue('60');
  const key = page.locator('[data-path="key"]');
  await page.getByRole('button', { name: 'Save' }).click();
  // Headers count as part of the key's destination.
  await expect(page.getByText('The key would be sent to a new destination')).toBeVisible();
  await expect(key).toBeFocused();
  await key.fill('sk-bad\nsk-good');
  const saved = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().endsWith('/api/channel/'),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const { setting, model_mapping: mapping } = (await saved).postDataJSON() as {
    setting: string;
    model_mapping: string;
  };
  expect(JSON.parse(mapping)).toEqual({ fast: 'gpt-4o-mini' });
  expect(JSON.parse(setting)).toEqual({ ...expected, affinity_seconds: 60 });
  await expect(page).toHaveURL(/\/channel$/);
});

test('an error in the settings is shown at its field, and nothing is sent', async ({ page }) => {
  await open(page, '/channel/edit/1');
  await unfold(page);
  await page.getByRole('textbox', { name: 'First token timeout' }).fill('9999');
  await page.getByRole('textbox', { name: 'Headers: name 1' }).fill('Host');
  await page.locator('[data-path="key"]').fill('sk-bad\nsk-good');
  // Errors open the folds that hide them.
  for (const name of ['Limits and failures', 'Overrides'])
    await page.locator('.fold > summary').filter({ hasText: name }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a number from 0 to 3600')).toBeVisible();
  await expect(page.getByText('no connection headers')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Headers: name 1' })).toBeFocused();
  await expect(page).toHaveURL(/\/channel\/edit\/1$/);
});

test('a refused key is shown in the list and the drawer, can be resumed with a click, and is tested separately', async ({
  page,
}) => {
  const { key } = await root.call<{ key: string }>('/api/token/', { name: 'key' });
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
  });
  expect(response.ok).toBe(true);
  await open(page, '/channel');
  const row = page.getByRole('row').filter({ hasText: 'Multiple keys' });
  await expect(row).toContainText('Keys cooling down: 1 of 2');
  // The accessible name of the 24-hour chart is its figures.
  await expect(row.getByRole('img', { name: 'Calls: 1, failed: 0' })).toBeVisible();
  await row.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Key rejected', { exact: true })).toBeVisible();
  await expect(drawer.getByText(/gpt-4o-mini.* · used again in/)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Resume Key 1' }).click();
  await expect(drawer.getByText('Key rejected', { exact: true })).toBeHidden();
  await expect(row).not.toContainText('Keys cooling down');
  // Tested separately: the first is still refused, the second passes.
  const [first, second] = await drawer.locator('.key-rows > li').all();
  if (!first || !second) throw new Error('two keys');
  await drawer.getByRole('button', { name: 'Test key: Key 1' }).click();
  await expect(first.getByText('Failed', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Test key: Key 2' }).click();
  await expect(second.getByText('Passed', { exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test('testing all channels ends with what failed and why', async ({ page }) => {
  await root.call('/api/channel/', {
    name: 'Nobody there',
    type: 1,
    key: 'k',
    base_url: 'http://127.0.0.1:9',
    models: 'gpt-4o-mini',
  });
  await open(page, '/channel');
  await page.getByRole('button', { name: 'Channel actions' }).click();
  await page.getByRole('menuitem', { name: 'Test all channels' }).click();
  await expect(page.getByText('Channels tested: 2, failed: 1')).toBeVisible();
  await expect(page.getByText('Nobody there: could not reach the upstream')).toBeVisible();
});

test('long names neither widen a page nor push its buttons off a phone', async ({ page }) => {
  const model = `m-${'x'.repeat(150)}`;
  const name = 'W'.repeat(120);
  await root.call('/api/channel/', { id: 1, name, models: model }, 'PUT');
  await open(page, '/channel/edit/1');
  await resize(page, 390);
  await page.getByRole('link', { name: 'Open the price editor' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await open(page, '/prices');
  const button = await page
    .getByRole('button', { name: `Edit the price of ${model}` })
    .boundingBox();
  expect(button && button.x + button.width).toBeLessThan(390);
});
