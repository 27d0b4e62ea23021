import { expect, type Page } from '@playwright/test';
import { findViolations } from '../find-violations.ts';
import { type RunningGateway, startGateway } from '../gateway.ts';
import { openPage } from '../open-page.ts';
import { type SignedIn, signIn } from '../sign-in.ts';
import { navigateInApp } from '../navigate-in-app.ts';
import { test } from '../test.ts';

let gateway: RunningGateway;
test.beforeAll(async () => {
  gateway = await startGateway();
});
test.afterAll(() => gateway.stop());

/** Registers a user and signs them in. */
async function person(username: string, root: SignedIn, quota = 0): Promise<SignedIn> {
  const credentials = { username, password: 'password1' };
  await root.call('/api/user/', credentials);
  const known = await signIn(gateway.url, credentials);
  const { id } = JSON.parse(known.stored) as { id: number };
  if (quota > 0) await root.call('/api/user/', { id, quota, quota_before: 0 }, 'PUT');
  return known;
}

async function balanceOf({ stored }: SignedIn): Promise<number> {
  const { token } = JSON.parse(stored) as { token: string };
  const response = await fetch(`${gateway.url}/api/user/self`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { data: { quota: number } }).data.quota;
}

const open = (
  page: Page,
  path: string,
  user: SignedIn,
  look: Partial<Record<string, string>> = {},
) =>
  openPage(page, {
    url: gateway.url + path,
    user: user.stored,
    language: look['language'] ?? 'en',
    theme: look['theme'] ?? 'light',
  });

test('a team is created, shared by a link, acted for from the header and left', async ({
  browser,
}) => {
  const root = await signIn(gateway.url);
  const owner = await person('owner', root, 5_000_000);
  const guest = await person('guest', root);
  const first = await (await browser.newContext()).newPage();
  await open(first, '/team', owner);
  await first.getByRole('button', { name: 'Create team' }).first().click();
  await first.getByLabel('Team name').fill('Acme');
  await first.getByRole('dialog').getByRole('button', { name: 'Create team' }).click();
  const balance = first.getByRole('region', { name: 'Balance' });
  await balance.getByRole('button', { name: 'Transfer to team' }).click();
  await first.getByRole('textbox', { name: 'Amount' }).fill('2');
  await first.getByRole('dialog').getByRole('button', { name: 'Transfer to team' }).click();
  await expect(first.getByText('Transferred to the team')).toBeVisible();
  await first.getByRole('button', { name: 'Invitations' }).click();
  await first.getByRole('button', { name: 'Invite' }).first().click();
  await first.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  const link = await first.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await first.getByRole('button', { name: 'Close' }).last().click();

  const second = await (
    await browser.newContext({ viewport: { width: 390, height: 844 } })
  ).newPage();
  await open(second, new URL(link).pathname + new URL(link).search, guest);
  await second.getByRole('button', { name: 'Accept' }).click();
  await expect(second.getByText('You joined Acme')).toBeVisible();
  await second.getByRole('button', { name: 'Acting for: Personal' }).click();
  await second.getByRole('menuitem', { name: /Acme/ }).click();
  await expect(second.getByRole('button', { name: 'Acting for: Acme' })).toBeVisible();
  await expect(second).toHaveURL(/\/token/);
  // The user's own balance is empty; calls for the team are paid by the team.
  await expect(second.getByText('Calls are refused until you top up.')).toBeHidden();

  await first.getByRole('button', { name: 'Balance', exact: true }).click();
  const deposit = first.getByRole('row').filter({ hasText: 'Team transfer' });
  await expect(deposit).toContainText('owner');

  await first.getByRole('button', { name: 'Members', exact: true }).click();
  await expect(first.getByText('guest').first()).toBeVisible();
  await first.getByRole('button', { name: 'More actions: guest' }).click();
  await first.getByRole('menuitem', { name: 'Limits' }).click();
  await first.getByLabel('Daily limit').fill('1');
  await first.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(first.getByText('Limits saved')).toBeVisible();
  await first.getByRole('button', { name: 'More actions: guest' }).click();
  await first.getByRole('menuitem', { name: 'Remove' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(first.getByText('Member removed')).toBeVisible();
  // A member who was removed acts for themselves from the next call on.
  await second.reload();
  await expect(second.getByRole('button', { name: 'Acting for: Acme' })).toBeHidden();
});

test('an owner withdraws quota, never more than there is, and transfers the team, after which only the new owner can', async ({
  browser,
}) => {
  const root = await signIn(gateway.url);
  const founder = await person('founder', root, 5_000_000);
  const heir = await person('heir', root);
  const { id } = await founder.call<{ id: number }>('/api/team/', { name: 'Heirloom' });
  await founder.call(`/api/team/${id}/deposit`, {
    quota: 2_000_000,
    idempotency_key: 'first-deposit',
  });
  const { code } = await founder.call<{ code: string }>(`/api/team/${id}/invitations`, {});
  await heir.call('/api/team/invitation/accept', { code });
  const first = await (await browser.newContext()).newPage();
  await open(first, `/team?id=${id}`, founder);

  const takeBack = async (page: Page, amount: string) => {
    await page.getByRole('button', { name: 'More actions: Heirloom' }).click();
    await page.getByRole('menuitem', { name: 'Transfer to my balance' }).click();
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByRole('dialog').getByRole('button', { name: 'Transfer to my balance' }).click();
  };
  await takeBack(first, '4.000002');
  const dialog = first.getByRole('dialog');
  await expect(dialog.getByText('The team’s balance is too low')).toBeVisible();
  await first.getByRole('textbox', { name: 'Amount' }).fill('1');
  await dialog.getByRole('button', { name: 'Transfer to my balance' }).click();
  await expect(first.getByText('Transferred to your balance')).toBeVisible();
  expect([await balanceOf(founder), await balanceOf(heir)]).toEqual([3_500_000, 0]);

  await first.getByRole('button', { name: 'Members', exact: true }).click();
  await first.getByRole('button', { name: 'More actions: heir' }).click();
  await first.getByRole('menuitem', { name: 'Make owner' }).click();
  await first.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await expect(first.getByText('Ownership transferred')).toBeVisible();
  await first.getByRole('button', { name: 'Overview', exact: true }).click();
  await first.getByRole('button', { name: 'More actions: Heirloom' }).click();
  const leave = first.getByRole('menuitem', { name: 'Leave team' });
  await expect(leave).toBeVisible();
  await expect(first.getByRole('menuitem', { name: 'Transfer to my balance' })).toHaveCount(0);
  // On the item: the menu that just opened may not have the focus yet.
  await leave.press('Escape');
  await expect(leave).toBeHidden();
  // The server refuses it too, not only the page.
  await founder.call(`/api/team/${id}/withdraw`, { quota: 1, idempotency_key: 'after-the-end' });
  expect(await balanceOf(founder)).toBe(3_500_000);

  const second = await (await browser.newContext()).newPage();
  await open(second, `/team?id=${id}`, heir);
  await takeBack(second, '3');
  await expect(second.getByText('Transferred to your balance')).toBeVisible();
  expect([await balanceOf(founder), await balanceOf(heir)]).toEqual([3_500_000, 1_500_000]);
  await second.getByRole('button', { name: 'Balance', exact: true }).click();
  await expect(second.getByRole('row').filter({ hasText: 'Team transfer' })).toHaveCount(3);

  await first.getByRole('button', { name: 'More actions: Heirloom' }).click();
  await leave.click();
  await first.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(first.getByText('You left the team')).toBeVisible();
});

// The overview and the list of all teams are among the pages of axe.spec.ts.
test('the other views of a team are accessible in both languages, themes and widths', async ({
  page,
}) => {
  const root = await signIn(gateway.url);
  await root.call('/api/team/', { name: 'Barrier free' });
  const views = [
    { language: 'en', theme: 'light', width: 1280 },
    { language: 'zh', theme: 'dark', width: 390 },
  ];
  for (const { width, ...look } of views) {
    await page.setViewportSize({ width, height: 844 });
    const { id } = await root.call<{ id: number }>('/api/team/', { name: 'One more' });
    const problems = await open(page, `/team?id=${id}`, root, look);
    let before = '';
    for (const path of [
      `/team?id=${id}&view=members`,
      `/team?id=${id}&view=invitations`,
      `/team?id=${id}&view=balance`,
      `/team?id=${id}&view=usage`,
    ]) {
      await navigateInApp(page, path);
      const read = () => page.locator('main').innerText();
      await expect.poll(read).not.toBe(before);
      before = await read();
      expect([path, await findViolations(page, undefined, { looks: 'new' })]).toEqual([path, []]);
      expect([path, problems]).toEqual([path, []]);
    }
  }
});
