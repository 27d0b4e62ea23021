import type { OnboardingStep } from '@tollgate/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { unixSeconds } from '../../server-clock.ts';
import { OnboardingCard } from './onboarding-card.tsx';

const ROUTE = 'GET /api/user/onboarding';
const step = (name: OnboardingStep['step'], done: boolean, rest: Partial<OnboardingStep> = {}) => ({
  step: name,
  done,
  failed: null,
  count: 0,
  name: '',
  ...rest,
});

const ANSWERED = {
  id: 2,
  type: 2,
  created_at: unixSeconds(),
  model_name: 'gpt-5',
  quota: 500,
  request_id: 'r2',
};

function serve(
  role: 1 | 100,
  steps: () => unknown,
  keys: readonly object[] = [],
  logs: readonly object[] = [ANSWERED],
) {
  localStorage.setItem('user', JSON.stringify({ id: 7, username: 'me', role, status: 1 }));
  return fakeServer({
    [ROUTE]: steps,
    'GET /api/token/': () => page(keys),
    'GET /api/log/self/': () => page(logs),
    'GET /api/user/models': () => ['tts-1', 'gpt-5'],
    'GET /api/pricing': () =>
      Response.json({ success: true, message: '', data: [], group_ratio: {}, user_group: [] }),
  });
}

beforeEach(() => localStorage.clear());

test('only the next step is open, with one button that leads to its page', async () => {
  serve(1, () => [step('balance', true), step('key', false), step('call', false)]);
  await renderAt('/detail', OnboardingCard);
  const card = await screen.findByRole('region', { name: text('onboarding.own.title') });
  expect(card.textContent).toContain('1 of 3 done');
  const links = within(card).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/token']);
  expect(within(card).getAllByRole('img', { name: text('onboarding.done') })).toHaveLength(1);
});

test.each([
  ['a super admin without channels', 100, false, true],
  ['a super admin with channels', 100, true, false],
  ['a user', 1, false, false],
] as const)('%s (role %s) is offered an import: %s → %s', async (_who, role, done, isOffered) => {
  serve(role, () => [step('channel', done), step('call', false)]);
  await renderAt('/detail', OnboardingCard);
  await screen.findByText(text('onboarding.progress', { done: done ? 1 : 0, total: 2 }));
  const link = screen.queryByRole('link', { name: text('onboarding.import.link') });
  expect(link?.getAttribute('href')).toBe(isOffered ? '/import' : undefined);
});

test('a failed test shows its cause and links to that channel', async () => {
  const cause = { code: 'key_rejected', host: 'h', model: 'm', status: 401, excerpt: '' } as const;
  const failed = { id: 4, name: 'Main', cause };
  serve(100, () => [step('channel', true), step('test', false, { failed }), step('call', false)]);
  await renderAt('/detail', OnboardingCard);
  expect(await screen.findByText('Main: The provider rejected the key')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/channel/edit/4');
  expect(screen.getByRole('link').textContent).toBe(text('onboarding.steps.test.replaceKey'));
});

test('after all steps the receipt of the first call is shown until it is closed', async () => {
  let called = false;
  serve(1, () => [step('balance', true), step('key', true), step('call', called)]);
  const { client } = await renderAt('/detail', OnboardingCard);
  expect(await screen.findByText(text('onboarding.waiting'))).toBeDefined();
  called = true;
  await client.invalidateQueries();
  const worked = await screen.findByRole('region', { name: text('onboarding.works.title') });
  await within(worked).findByText('gpt-5');
  fireEvent.click(within(worked).getByRole('button', { name: text('onboarding.works.close') }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('imported calls complete the list without being announced as a first call', async () => {
  let imported = false;
  const old = { ...ANSWERED, created_at: 1_700_000_000 };
  const steps = () => [step('channel', imported), step('call', imported)];
  const server = serve(100, steps, [], [old]);
  const { client } = await renderAt('/detail', OnboardingCard);
  await screen.findByRole('region', { name: text('onboarding.site.title') });
  imported = true;
  await client.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  await waitFor(() => expect(server.bodiesOf('GET /api/log/self/')).toHaveLength(1));
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByRole('region')).toBeNull();
});

test('users who have already made calls see neither list nor receipt', async () => {
  const server = serve(1, () => [step('balance', true), step('key', true), step('call', true)]);
  await renderAt('/detail', OnboardingCard);
  await waitFor(() => expect(server.bodiesOf(ROUTE)).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
});

test('a refused first call shows why, and which model was probably meant', async () => {
  const call = { id: 1, type: 5, model_name: 'gpt5', content: 'no such model', request_id: 'r1' };
  serve(1, () => [step('balance', true), step('key', true), step('call', false)], [], [call]);
  await renderAt('/detail', OnboardingCard);
  expect(await screen.findByText('no such model')).toBeDefined();
  expect(
    await screen.findByText(text('onboarding.refused.meant', { model: 'gpt-5' })),
  ).toBeDefined();
});

test('a failed test can be repeated in place', async () => {
  const cause = { code: 'timeout', host: 'h', model: 'm', status: 0, excerpt: '' } as const;
  let passes = false;
  const failed = { id: 4, name: 'Main', cause };
  const server = serve(100, () => [
    step('channel', true, { name: 'Main', count: 4 }),
    step('test', passes, passes ? {} : { failed }),
    step('call', false),
  ]);
  server.serve('GET /api/channel/test/4', () => {
    passes = true;
    return { time: 1, model: 'm', status: 200, excerpt: '', cause: null };
  });
  await renderAt('/detail', OnboardingCard);
  expect(
    await screen.findByText(text('onboarding.steps.channel.fact', { name: 'Main', count: 4 })),
  ).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: text('channels.test.again') }));
  await screen.findByText(text('onboarding.waiting'));
  expect(
    server.requests.find(({ route }) => route.startsWith('GET /api/channel/test/'))?.query,
  ).toEqual({ model: 'm' });
});

test('hiding the list hides it in this browser for this user only', async () => {
  serve(1, () => [step('call', false)]);
  await renderAt('/detail', OnboardingCard);
  fireEvent.click(await screen.findByRole('button', { name: text('onboarding.hide') }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(localStorage.getItem('onboarding_hidden_7')).toBe('true');
  expect(localStorage.getItem('onboarding_hidden_8')).toBeNull();
});

test('the first call is shown as code with a working key, masked, and a chat model', async () => {
  const key = { id: 1, name: 'k', status: 1, key: 'abcdefghi4nB', model_limits: '' };
  const disabled = { ...key, id: 2, status: 2, key: 'wrong' };
  serve(1, () => [step('key', true), step('call', false)], [disabled, key]);
  await renderAt('/detail', OnboardingCard);
  const code = await screen.findByRole('region', { name: 'curl' });
  expect(code.textContent).toContain('sk-••••i4nB');
  expect(code.textContent).toContain('"model": "gpt-5"');
  expect(screen.getByRole('button', { name: text('ui.code.copyWithKey') })).toBeDefined();
});
