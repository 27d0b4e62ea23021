import { expect } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
let root: SignedIn;

test.beforeAll(async () => {
  gateway = await startGateway();
  root = await signIn(gateway.url);
});
test.afterAll(() => gateway.stop());

test('codes are created, exported to a file, disabled and enabled; a used code can only be deleted', async ({
  page,
}) => {
  const url = `${gateway.url}/redemption`;
  await openPage(page, { url, user: root.stored, language: 'en', theme: 'light' });
  await page.getByRole('button', { name: 'Create codes' }).first().click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Quota')).toHaveValue('$0.20');
  const count = page.getByLabel('Number of codes');
  await expect(count).toHaveValue('1');
  await count.fill('101');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You can create at most 100 codes at once')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await count.fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('redemption created')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as file' }).click();
  const saved = await readFile(await (await download).path(), 'utf8');
  const codes = saved.trim().split('\n');
  expect(codes).toHaveLength(2);
  await expect(page.getByLabel('Codes, one per line')).toHaveValue(codes.join('\n'));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();

  const first = page.getByRole('row').nth(2);
  // The page shows changes before the server has confirmed them.
  const stored = () =>
    page.waitForResponse(
      (response) =>
        response.request().method() === 'PUT' && response.url().includes('/api/redemption/'),
    );
  const disabled = stored();
  await first.getByRole('button', { name: 'Disable: $0.20' }).click();
  await expect(first).toContainText('Disabled');
  await disabled;
  const enabled = stored();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first).toContainText('Unused');
  await enabled;

  await root.call('/api/user/topup', { key: codes[0] });
  await page.reload();
  await expect(first).toContainText('Used');
  await expect(first.getByRole('button', { name: /^Disable/ })).toBeDisabled();
  await first.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('1 total')).toBeVisible();
});

test('all matching codes, on whatever page, are exported and disabled at once', async ({
  page,
}) => {
  await root.call('/api/redemption/', { name: 'fair', quota: 500_000, count: 12 });
  const url = `${gateway.url}/redemption?keyword=fair`;
  await openPage(page, { url, user: root.stored, language: 'en', theme: 'light' });
  const card = (label: string) => page.locator('[class*=Paper-root]').filter({ hasText: label });
  await expect(card('Unused · 12')).toContainText('$12.00');
  await page.getByRole('checkbox', { name: 'Select this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Selected rows' });
  await bar.getByRole('button', { name: 'Select all 12 matching' }).click();
  const download = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines[1]).toMatch(/^\d+,fair,[0-9a-f]{32},\$1.*,Unused,/);
  expect(await findViolations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Codes changed: 12')).toBeVisible();
  await expect(card('Disabled · 12')).toContainText('$12.00');
  await expect(bar).toHaveCount(0);
});
