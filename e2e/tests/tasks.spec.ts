import { expect, type Page } from '@playwright/test';
import {
  type MidjourneySimulator,
  startMidjourneySimulator,
  startSunoSimulator,
  type TaskSimulator,
} from '@tollgate/simulators';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { navigateInApp } from '../navigate-in-app.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let drawings: MidjourneySimulator;
let songs: TaskSimulator;
let root: SignedIn;
let alice: SignedIn;
let key = '';

test.beforeAll(async () => {
  const time = { nowMs: () => Date.now() };
  [gateway, drawings, songs] = await Promise.all([
    startGateway(),
    startMidjourneySimulator(time),
    startSunoSimulator(time),
  ]);
  root = await signIn(gateway.url);
  const channel = { key: 'k', group: 'default' };
  const drawingChannel = {
    type: 2,
    name: 'Drawings',
    base_url: drawings.url,
    models: 'mj_imagine',
  };
  const song = { type: 36, name: 'Songs', base_url: songs.url, models: 'suno_music' };
  await root.call('/api/channel/', { ...channel, ...drawingChannel });
  await root.call('/api/channel/', { ...channel, ...song });
  const person = { username: 'alice', password: 'password1' };
  await root.call('/api/user/', person);
  alice = await signIn(gateway.url, person);
  const { id } = JSON.parse(alice.stored) as { id: number };
  await root.call('/api/user/', { id, username: 'alice', quota: 5_000_000 }, 'PUT');
  key = (await alice.call<{ key: string }>('/api/token/', { name: 'key' })).key;
});
test.afterAll(() => Promise.all([gateway.stop(), drawings.close(), songs.close()]));

async function submit(path: string, body: unknown): Promise<string> {
  const response = await fetch(gateway.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify(body),
  });
  const { result, data } = (await response.json()) as { result?: string; data?: string };
  return result ?? data ?? '';
}

async function open(page: Page, path: string, { stored } = root): Promise<void> {
  await page.addInitScript((user) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', user);
  }, stored);
  await page.goto(gateway.url + path);
}

/** Long ids are abbreviated to their two ends. */
const row = (page: Page, id: string) =>
  page.locator('tbody tr', { hasText: `${id.slice(0, 8)}…${id.slice(-4)}` });

test('a drawing’s progress updates by itself until the end; only administrators see how it was routed', async ({
  page,
}) => {
  const id = await submit('/mj/submit/imagine', { prompt: 'a lighthouse' });
  await open(page, '/midjourney', alice);
  await expect(row(page, id)).toContainText('a lighthouse');
  await expect(row(page, id).getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^\d+$/);
  const [upstream = ''] = drawings.ids();
  drawings.decide(upstream, 'SUCCESS');
  await expect(row(page, id)).toContainText('100%');
  for (const header of ['Channel', 'Submit result', 'Task status'])
    await expect(page.getByRole('columnheader', { name: header })).toHaveCount(0);
  await open(page, '/midjourney');
  await expect(row(page, id)).toContainText('Submitted');
  await expect(row(page, id)).toContainText('Success');
  await row(page, id).press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open image' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test('a failed song shows the full reason, and its whole record', async ({ page }) => {
  const id = await submit('/suno/submit/music', { prompt: 'waves', title: 'Sea' });
  const reason = `The words were refused: ${'far too long '.repeat(30)}`.trim();
  const [upstream = ''] = songs.ids();
  songs.decide(upstream, 'FAILURE', reason);
  await open(page, '/task', alice);
  const shown = page.locator('tbody tr').first();
  await expect(shown).toContainText('Failed');
  await shown.getByRole('button', { name: 'The words were refused' }).click();
  await expect(page.getByRole('dialog')).toContainText(reason);
  await page.keyboard.press('Escape');
  await shown.press('Enter');
  await page.getByRole('button', { name: 'Show the full record' }).click();
  const record = page.getByRole('dialog').getByRole('region').last();
  expect(JSON.parse(await record.innerText())).toMatchObject({
    task_id: id,
    status: 'FAILURE',
    fail_reason: reason,
    refunded: true,
  });
  expect(await findViolations(page)).toEqual([]);
});

test('a refund is shown with its charge, totals follow the filter, and the log has both', async ({
  page,
}) => {
  await open(page, '/task', alice);
  const charged = page.locator('[class*=Paper-root]').filter({ hasText: 'Charged' });
  await expect(charged.first()).toContainText('$');
  const shown = page.locator('tbody tr').first();
  await expect(shown).toContainText('−$');
  const net = page.locator('[class*=Paper-root]').filter({ hasText: 'Net cost' }).first();
  await expect(net).toContainText('$0.00');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Task status' }).click();
  await page.getByRole('option', { name: 'Success' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/status=SUCCESS/);
  await expect(charged.first()).toContainText('$0.00');
  await navigateInApp(page, '/task');
  // Until the rows have arrived, others are shown in their place.
  await expect(shown).toContainText('−$');
  await shown.press('Enter');
  await page.getByRole('link', { name: 'Open in logs' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(2);
});

test('disabled features are not in the sidebar, and their pages say so', async ({ page }) => {
  const features = [
    { option: 'DrawingEnabled', path: '/midjourney', name: 'Drawing' },
    { option: 'TaskEnabled', path: '/task', name: 'Tasks' },
    { option: 'DataExportEnabled', path: '/detail', name: 'Dashboard' },
  ];
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await open(page, '/token');
  for (const { option, path, name } of features) {
    await navigateInApp(page, path);
    await expect(entry(name)).toBeVisible();
    await root.call('/api/option/', { key: option, value: 'false' }, 'PUT');
    await page.reload();
    await expect(page.getByText(`${name} is disabled`)).toBeVisible();
    await expect(entry(name)).toHaveCount(0);
    await root.call('/api/option/', { key: option, value: 'true' }, 'PUT');
  }
});
