import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let user = '';
let key = '';

test.beforeAll(async () => {
  gateway = await startGateway();
  const root = await signIn(gateway.url);
  user = root.stored;
  await root.call('/api/channel/', {
    name: 'Simulator',
    type: 1,
    key: 'k',
    base_url: gateway.simulator.url,
    models: 'gpt-4o-mini',
  });
  key = (await root.call<{ key: string }>('/api/token/', { name: '=1+1' })).key;
  await chat(3);
});
test.afterAll(() => gateway.stop());

async function chat(times: number): Promise<void> {
  for (let call = 0; call < times; call += 1)
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
      body: JSON.stringify({
        model: 'gpt-4o-mini',
        messages: [{ role: 'user', content: 'hi' }],
      }),
    });
}

async function openLog(page: Page): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('language', 'en');
    localStorage.setItem('user', stored);
  }, user);
  await page.goto(`${gateway.url}/log?type=2`, { waitUntil: 'networkidle' });
  await dataRows(page).first().waitFor();
}

const dataRows = (page: Page) => page.locator('tbody [data-row-id]');

test('the chosen days stand out in the calendar', async ({ page }) => {
  await openLog(page);
  await page.getByRole('button', { name: /^Time range/ }).click();
  const colorOf = (days: string) =>
    page
      .locator(`.mantine-DatePicker-day${days}`)
      .first()
      .evaluate((day) => getComputedStyle(day).backgroundColor);
  const plain = await colorOf(':not([data-in-range], [data-selected])');
  expect(await colorOf('[data-selected]')).not.toBe(plain);
  expect(await colorOf('[data-in-range]:not([data-selected])')).not.toBe(plain);
});

test('live rows appear if nobody is reading, and wait if somebody is, even as minutes pass', async ({
  browser,
}) => {
  const page = await browser.newPage();
  // The page's time window moves by whole minutes: here only when the test says so.
  const minute = Math.floor(Date.now() / 60_000) * 60_000;
  await page.clock.install({ time: minute + 5000 });
  await openLog(page);
  const before = await dataRows(page).count();
  const followed = page.waitForResponse('**/api/log/follow*');
  // Once the stream is connected, the table is read again; anything later is new.
  const refetch = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/log/',
  );
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await followed;
  await refetch;
  await chat(2);
  await expect(dataRows(page)).toHaveCount(before + 2);
  await dataRows(page).nth(1).hover();
  await expect(page.locator('tbody:hover')).toHaveCount(1);
  const read = await dataRows(page).nth(1).boundingBox();
  await chat(1);
  await page.getByRole('button', { name: '1 new · Show' }).waitFor();
  const summed = page.waitForResponse('**/api/log/stat*');
  await page.clock.fastForward(60_000);
  await summed;
  expect(await dataRows(page).nth(1).boundingBox()).toEqual(read);
  await expect(dataRows(page)).toHaveCount(before + 2);
  await page.getByRole('button', { name: '1 new · Show' }).click();
  await expect(dataRows(page)).toHaveCount(before + 3);
  await page.close();
});

test('a row shown beside the log stays there while newer ones arrive', async ({ page }) => {
  await openLog(page);
  const followed = page.waitForResponse('**/api/log/follow*');
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  // Earlier calls are not new.
  await followed;
  await dataRows(page).first().locator('time').click();
  const id = await page.getByRole('dialog').locator('dd').first().innerText();
  await chat(1);
  await page.getByRole('button', { name: '1 new · Show' }).click();
  expect(await page.getByRole('dialog').locator('dd').first().innerText()).toBe(id);
});

test('spending is not shown as zero, however small', async ({ page }) => {
  await openLog(page);
  const spent = page.getByText('Spent').locator('..');
  await expect(spent).toContainText(/\$0\.0000\d+/);
});

test('the log is exported to a CSV file in which a name can’t become a formula', async ({
  page,
}) => {
  await openLog(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^log-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines.length).toBe((await dataRows(page).count()) + 1);
  expect(lines[1]).toContain(",'=1+1,");
});

test('each row shows its request id, by which it can be found', async ({ page }) => {
  await openLog(page);
  await expect(page.getByRole('columnheader', { name: 'Request ID' })).toBeVisible();
  await dataRows(page).nth(1).locator('time').click();
  const id = await page.getByRole('dialog').locator('dd').first().innerText();
  await page.keyboard.press('Escape');
  await expect(dataRows(page).nth(1)).toContainText(id.slice(-8));
  await page.getByRole('textbox', { name: 'Request ID' }).fill(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`request_id=${id}`));
  await expect(dataRows(page)).toHaveCount(1);
});

test('the caption of the trend takes one line each for time and numbers, smaller than the page’s note, also on a phone with many calls', async ({
  page,
}) => {
  const phone = { width: 390, height: 844 };
  await page.setViewportSize(phone);
  await page.addInitScript((stored) => {
    localStorage.setItem('language', 'zh');
    localStorage.setItem('user', stored);
  }, user);
  await page.route('**/api/log/course?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { pieces: object[] } };
    body.data.pieces = body.data.pieces.map(() => ({ calls: 58_273, failed: 10_036 }));
    await route.fulfill({ response, json: body });
  });
  await page.goto(`${gateway.url}/log`, { waitUntil: 'networkidle' });
  await page.getByText('68,309').first().waitFor();
  /** Sizes of what an element's own text paints. */
  const textSizes = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.flatMap((element) =>
        [...element.childNodes].flatMap((node) => {
          const range = document.createRange();
          range.selectNode(node);
          const { width, height } = range.getBoundingClientRect();
          const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size;
          return node.nodeType === Node.TEXT_NODE ? [{ lines, area: width * height }] : [];
        }),
      ),
    );
  const note = await textSizes('.note-line, .note-line > :first-child');
  const caption = await textSizes('.course-text > span');
  expect(caption.map(({ lines }) => lines)).toEqual([1, 1, 1]);
  const largest = Math.max(...note.map(({ area }) => area));
  for (const { area } of caption) expect(area).toBeLessThan(largest);
});
