import { expect, type Page, test } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { startProxy } from '../start-proxy.ts';

let gateway: FilledGateway;
let proxy: Awaited<ReturnType<typeof startProxy>>;
test.beforeAll(async () => {
  gateway = await startFilledGateway();
  proxy = await startProxy(gateway.url);
});
test.afterAll(async () => {
  proxy.stop();
  await gateway.stop();
});

const lost = (page: Page) => page.getByRole('status').getByText('Connection lost.');

test('pages report a lost gateway, even behind a proxy, keep what was typed and read, and resume by themselves', async ({
  context,
}) => {
  const { token } = JSON.parse(gateway.user) as { token: string };
  await context.addCookies([{ name: 'session', value: token, url: gateway.url }]);
  await context.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, gateway.user);
  const open = async (path: string, site = gateway.url) => {
    const page = await context.newPage();
    await page.goto(site + path);
    return page;
  };

  const keys = await open('/token', proxy.url);
  await keys.getByRole('button', { name: 'Create key' }).first().click();
  const form = keys.getByRole('dialog', { name: 'Create key' });
  await form.getByLabel('Name').fill('typed before');

  const log = await open('/log');
  const rows = log.locator('tbody [data-row-id]');
  await rows.first().waitFor();
  const followed = log.waitForResponse('**/api/log/follow*');
  await log.getByRole('button', { name: 'Live', exact: true }).click();
  await followed;
  await expect(log.getByText(/updated \d+ s ago/)).toBeVisible();

  const playground = await open('/playground?model=gpt-4o');
  gateway.simulator.script(() => ({ fault: 'stall-mid-stream' }));
  await playground.getByRole('textbox', { name: 'Ask something' }).fill('Tell me a long story');
  await playground.keyboard.press('Control+Enter');
  const side = playground.getByRole('region', { name: 'gpt-4o', exact: true });
  const begun = side.locator('.playground-answer .model-text');
  await expect(begun).not.toBeEmpty();
  const words = await begun.textContent();

  await gateway.crash();
  for (const page of [keys, log, playground]) await expect(lost(page)).toBeVisible();
  const failed = side.getByRole('alert');
  await expect(failed).toContainText('Unable to connect to the server');
  await expect(begun).toHaveText(words ?? '');
  await expect(rows.first()).toBeVisible();

  gateway.simulator.script(undefined);
  await gateway.restart();
  for (const page of [keys, log, playground]) await expect(lost(page)).toHaveCount(0);
  await expect(form.getByLabel('Name')).toHaveValue('typed before');
  await form.getByRole('button', { name: 'Create key' }).click();
  await expect(keys.getByText('typed before').first()).toBeVisible();

  // The retried call is charged, and appears in the followed log.
  const before = await rows.first().getAttribute('data-row-id');
  await failed.getByRole('button', { name: 'Retry' }).click();
  await expect(side.getByTestId('cost')).toHaveCount(1);
  await expect(rows.first()).not.toHaveAttribute('data-row-id', before ?? '');
});

test('a console opened while the gateway is away says so once, and loads once it is back', async ({
  context,
}) => {
  await context.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, gateway.user);
  const page = await context.newPage();
  const isDynamic = ({ pathname }: URL) => /^\/(api\/|healthz)/.test(pathname);
  await page.route(isDynamic, (route) => route.abort());
  await page.goto(`${gateway.url}/log`);
  const away = page.getByRole('heading', { name: 'Unable to connect to server' });
  await expect(away).toBeVisible();
  await expect(page.getByRole('button', { name: /Retry/ })).toHaveCount(1);
  await expect(lost(page)).toHaveCount(0);
  await page.unroute(isDynamic);
  await expect(page.locator('tbody [data-row-id]').first()).toBeVisible();
  await expect(away).toHaveCount(0);
});
