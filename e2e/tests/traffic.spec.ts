import { expect, type Page } from '@playwright/test';
import { type FilledGateway, startFilledGateway } from '../filled-gateway.ts';
import { focused } from '../focused.ts';
import { openPage } from '../open-page.ts';
import { test } from '../test.ts';

let gateway: FilledGateway;
test.beforeAll(async () => {
  gateway = await startFilledGateway();
});
test.afterAll(() => gateway.stop());

const open = (page: Page, path: string) =>
  openPage(page, { url: gateway.url + path, user: gateway.user, language: 'en', theme: 'light' });

test('a traffic rule is created, compared and deleted with the keyboard alone', async ({
  page,
}) => {
  const problems = await open(page, '/traffic');
  await page.getByRole('button', { name: 'Add rule' }).first().focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('slow mornings');
  await form.getByLabel(/^Model/).focus();
  await page.keyboard.type('gpt-4o-mini');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  const row = page.getByRole('row', { name: /slow mornings/ });
  await expect(row).toBeVisible();

  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/traffic\/2$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: 'More' }).press('Enter');
  await focused(page, 'menu').getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await focused(page, 'dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(row).toBeHidden();
  expect(problems).toEqual([]);
});

test('an invalid traffic rule is refused in its form, with the field focused', async ({ page }) => {
  await open(page, '/traffic');
  await page.getByRole('button', { name: 'Add rule' }).first().press('Enter');
  await focused(page, 'dialog').getByLabel('Name').press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('a batch is opened by keyboard, and shows how much of the balance it holds', async ({
  page,
}) => {
  const problems = await open(page, '/batch');
  const row = page.getByRole('row', { name: /gpt-4\.1/ });
  await expect(row).toContainText('0 of 2');
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  const peek = page.getByRole('dialog');
  await expect(peek).toContainText('/v1/chat/completions');
  await expect(peek.getByText('Held')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(peek).toBeHidden();
  expect(problems).toEqual([]);
});
