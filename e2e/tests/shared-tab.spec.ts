import { expect, type Page } from '@playwright/test';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { test } from '../test.ts';

// The second test is handed the tab that the first has used.
test.describe.configure({ mode: 'serial' });

let gateway: RunningGateway;
test.beforeAll(async () => {
  gateway = await startGateway();
});
test.afterAll(() => gateway.stop());

let first: Page;
const told: string[] = [];

test('a test leaves storage, a cookie, a permission, a route, a listener, a script, a page, a size and a medium', async ({
  page,
  context,
}) => {
  first = page;
  await context.grantPermissions(['clipboard-read']);
  for (const target of [page, context]) {
    await target.addInitScript(() => (document.title = 'scripted'));
    await target.route('**/healthz', (route) => route.fulfill({ body: 'routed' }));
  }
  page.on('request', (request) => told.push(request.url()));
  context.on('request', (request) => told.push(request.url()));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({
    colorScheme: 'dark',
    reducedMotion: 'no-preference',
    forcedColors: 'active',
    contrast: 'more',
  });
  await page.goto(`${gateway.url}/healthz`);
  await page.evaluate(() => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    document.cookie = 'left=1';
  });
  await context.newPage();
  expect(told).toHaveLength(2);
});

test('the next test finds the same tab without any of it', async ({ page, context }) => {
  expect(page).toBe(first);
  const before = told.length;
  await page.goto(`${gateway.url}/healthz`);
  expect(await page.textContent('body')).not.toBe('routed');
  const found = await page.evaluate(async () => ({
    title: document.title,
    stored: [localStorage.length, sessionStorage.length, document.cookie],
    width: innerWidth,
    media: [
      '(prefers-color-scheme: dark)',
      '(prefers-reduced-motion)',
      '(forced-colors: active)',
      '(prefers-contrast: more)',
    ].map((query) => matchMedia(query).matches),
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }))
      .state,
  }));
  expect(found).toEqual({
    title: '',
    stored: [0, 0, ''],
    width: 1280,
    media: [false, true, false, false],
    clipboard: 'prompt',
  });
  expect(context.pages()).toHaveLength(1);
  expect(told).toHaveLength(before);
});
