import { expect, type Page } from '@playwright/test';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

const MARKUP = '<img src=x onerror="document.title=1">words of mine';

let gateway: RunningGateway;
let user = '';
test.beforeAll(async () => {
  gateway = await startGateway();
  const root = await signIn(gateway.url);
  user = root.stored;
  for (const name of ['Main', 'Second'])
    await root.call('/api/channel/', {
      name,
      type: 1,
      key: 'k',
      base_url: gateway.simulator.url,
      models: 'gpt-4o-mini',
    });
  const { key, id } = await root.call<{ key: string; id: number }>('/api/token/', { name: 'key' });
  await root.call(`/api/token/${id}/payload_log`, { on: true }, 'PUT');
  await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      stream: true,
      messages: [
        { role: 'system', content: 'Answer briefly.' },
        { role: 'user', content: MARKUP },
      ],
    }),
  });
});
test.afterAll(() => gateway.stop());

const open = (page: Page, path: string, theme: string, language = 'en') =>
  openPage(page, { url: gateway.url + path, user, language, theme });

for (const [width, theme] of [
  [1280, 'light'],
  [390, 'dark'],
] as const)
  test(`a stored call is read and replayed by keyboard, ${theme} and ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const problems = await open(page, '/log?type=2', theme);
    await page
      .locator('[data-row-id]')
      .first()
      .click({ position: { x: 20, y: 20 } });
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: 'Show payload' }).press('Enter');
    await expect(drawer.getByText(MARKUP)).toBeVisible();
    await expect(drawer.getByText('Hello from the simulator.')).toBeVisible();
    await drawer.getByRole('radio', { name: 'Messages' }).first().press('ArrowRight');
    await expect(drawer.getByRole('region', { name: 'Request' })).toContainText('"stream": true');
    await drawer.getByRole('combobox', { name: 'Channel' }).press('Enter');
    await page.getByRole('option', { name: /Second/ }).click();
    await drawer.getByRole('button', { name: 'Send' }).press('Enter');
    await expect(drawer.getByText(/^200 · [\d,]+ ms · 10 \/ \d+ tokens$/)).toHaveCount(2);
    expect(await findViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

test('the owner of a key sees in the list that its payloads are stored', async ({ page }) => {
  await open(page, '/token', 'light');
  await expect(page.getByText('Payloads kept')).toBeVisible();
});
