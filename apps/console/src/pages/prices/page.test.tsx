import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { PRICE_OPTION_KEYS } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { PricesPage } from './page.tsx';

const STORED: Record<string, object> = {
  ModelRatio: { sonnet: 1.5, gpt: 0.625 },
  CompletionRatio: { sonnet: 5, gpt: 8 },
  ModelPrice: { draw: 0.04 },
  GroupRatio: { default: 1 },
};

/** Opens the editor with a small price book; each save is stored as a new version. */
async function openEditor(address = '/prices') {
  storeUser({ id: 1, role: 10, token: 't' } as StoredUser);
  const options = new Map(
    PRICE_OPTION_KEYS.map((key) => [key as string, JSON.stringify(STORED[key] ?? {})]),
  );
  let number = 4;
  const server = fakeServer({
    'GET /api/price/book': () => ({
      version: `book-${number}`,
      number,
      options: [...options].map(([key, value]) => ({ key, value })),
      quota_per_unit: 500_000,
      served: { sonnet: [14], glm: [26] },
      calls: { sonnet: 30_344 },
    }),
    'GET /api/price/unpriced': () => [
      {
        model: 'glm',
        groups: ['default'],
        channels: [{ id: 1, name: 'Zhipu' }],
        channel_count: 1,
        proposal: { price: { input: '0.6', output: '2.2' }, source: 'z.ai', date: '2026-11' },
      },
    ],
    'GET /api/price/proposals': () => [],
    'GET /api/price/groups': () => [
      { group: 'default', users: 1200, teams: 0, keys: 7, channels: 3 },
    ],
    'GET /api/channel/types': () => [],
    'POST /api/price/book': ({ body }) => {
      const sent = body as { base: string; options: { key: string; value: string }[] };
      if (sent.base !== `book-${number}`)
        return Response.json({ success: false, code: 'price_conflict', message: 'ops was faster' });
      for (const { key, value } of sent.options) options.set(key, value);
      number += 1;
      return { version: `book-${number}`, number };
    },
  });
  const { router } = await renderAt(address, PricesPage);
  await screen.findByText(text('prices.note', { number: 4, count: 4 }));
  return {
    server,
    router,
    saved: () => server.bodiesOf('POST /api/price/book') as { base: string }[],
    /** Simulates a concurrent save by somebody else. */
    overtake: (key: string, value: object) => {
      options.set(key, JSON.stringify(value));
      number += 1;
    },
  };
}

const cell = (field: string, model: string) =>
  screen.findByLabelText<HTMLInputElement>(`${text(`prices.columns.${field}`)}: ${model}`);
async function type(field: string, model: string, amount: string) {
  const input = await cell(field, model);
  fireEvent.change(input, { target: { value: amount } });
  fireEvent.blur(input);
}
const button = (key: string, params = {}) =>
  screen.getByRole('button', { name: text(key, params) });
const bar = () => screen.getByRole('region', { name: text('ui.unsaved.label') });
const save = (count: number) => fireEvent.click(button('prices.unsaved.save', { count }));

test('before any channel serves a model, the list says that its prices are built in, and begins with well-known names in alphabetical order', async () => {
  storeUser({ id: 1, role: 10, token: 't' } as StoredUser);
  const ratios = JSON.stringify({
    '360gpt-pro': 1,
    '@cf/x': 1,
    'Qwen/A': 1,
    'gpt-5': 1,
    'gpt-10': 1,
  });
  fakeServer({
    'GET /api/price/book': () => ({
      version: 'book-0',
      number: 0,
      options: PRICE_OPTION_KEYS.map((key) => ({
        key,
        value: key === 'ModelRatio' ? ratios : '{}',
      })),
      quota_per_unit: 500_000,
      served: {},
      calls: {},
    }),
    'GET /api/price/unpriced': () => [],
    'GET /api/price/proposals': () => [],
    'GET /api/channel/types': () => [],
  });
  await renderAt('/prices', PricesPage);
  await screen.findByText(text('prices.noteInitial', { count: 5 }));
  const link = await screen.findByRole('link', { name: text('prices.addChannel') });
  expect(link.getAttribute('href')).toBe('/channel/add');
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  const listed = ['gpt-5', 'gpt-10', 'Qwen/A', '@cf/x', '360gpt-pro'];
  expect(rows.map((row) => listed.find((model) => row.includes(model)))).toEqual(listed);
});

test('Ctrl+Enter saves from the cell, with what was just typed in it', async () => {
  const { saved } = await openEditor();
  const input = await cell('output', 'sonnet');
  fireEvent.change(input, { target: { value: '16.2' } });
  fireEvent.keyDown(input, { key: 'Enter', code: 'Enter', ctrlKey: true });
  await screen.findByText(text('prices.saved'));
  expect(saved()).toHaveLength(1);
});

test('prices are shown and edited in money, and the bar lists each change as old → new until saved', async () => {
  const { saved } = await openEditor();
  expect((await cell('output', 'sonnet')).value).toBe('15.00');
  expect((await cell('call', 'draw')).value).toBe('0.04');
  expect(screen.queryByRole('region', { name: text('ui.unsaved.label') })).toBeNull();
  await type('output', 'sonnet', '16.2');
  await type('input', 'gpt', '$1.35');
  expect(within(bar()).getByText('16.2').closest('li')?.textContent).toBe(
    'sonnet Output 15 → 16.2',
  );
  save(2);
  await screen.findByText(text('prices.saved'));
  const [body] = saved();
  expect(body).toMatchObject({ base: 'book-4' });
  const sent = new Map(
    (body as unknown as { options: { key: string; value: string }[] }).options.map(
      ({ key, value }) => [key, JSON.parse(value) as unknown],
    ),
  );
  // 16.2 ÷ 3, and an output of $10 over the new input of $1.35.
  expect(sent.get('CompletionRatio')).toEqual({ sonnet: 5.4, gpt: 7.407407407 });
  expect([...sent.keys()]).toEqual(['ModelRatio', 'CompletionRatio']);
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: text('ui.unsaved.label') })).toBeNull(),
  );
  expect((await cell('output', 'gpt')).value).toBe('10.00');
});

test('an invalid price stays as typed, says why once, blocks the save and is reverted by Escape', async () => {
  const { saved } = await openEditor();
  await type('output', 'sonnet', 'abc');
  const input = await cell('output', 'sonnet');
  expect(input.value).toBe('abc');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(within(bar()).getByText(/sonnet/).textContent).toContain(
    text('prices.faults.not-a-number'),
  );
  expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(0);
  save(1);
  expect(saved()).toEqual([]);
  fireEvent.keyDown(await cell('output', 'sonnet'), { key: 'Escape' });
  await waitFor(async () => expect((await cell('output', 'sonnet')).value).toBe('15.00'));
  expect(screen.queryByRole('region', { name: text('ui.unsaved.label') })).toBeNull();
});

test('an amount that depends on a missing input price becomes valid once that is entered', async () => {
  await openEditor();
  await type('output', 'glm', '2.2');
  expect((await cell('output', 'glm')).getAttribute('aria-invalid')).toBe('true');
  await type('input', 'glm', '0.6');
  expect((await cell('output', 'glm')).getAttribute('aria-invalid')).toBe('false');
  expect(within(bar()).getByText('2.2')).toBeDefined();
});

test('leaving the page with an invalid cell asks first', async () => {
  const { router } = await openEditor();
  await type('cached', 'sonnet', '1,5');
  void router.navigate({ to: '/channel' });
  await screen.findByText(text('ui.discard.title'));
  expect((await cell('cached', 'sonnet')).value).toBe('1,5');
});

test('one click takes a list price into the draft, and the model no longer counts as unpriced', async () => {
  const { saved } = await openEditor();
  fireEvent.click(
    await screen.findByRole('button', { name: text('prices.unpriced.setOf', { model: 'glm' }) }),
  );
  expect((await cell('input', 'glm')).value).toBe('0.60');
  expect(
    screen.queryByRole('button', { name: text('prices.unpriced.setOf', { model: 'glm' }) }),
  ).toBeNull();
  save(2);
  await screen.findByText(text('prices.saved'));
  expect(saved()).toHaveLength(1);
});

test('prices are saved from the preview of their effect, which covers the bar', async () => {
  const { server, saved } = await openEditor();
  const sums = { before: 100, after: 200, changed_calls: 1 };
  server.serve('POST /api/price/preview', () => ({
    ...sums,
    calls: 1,
    sampled: 1,
    skipped: 0,
    refused_calls: 0,
    models: [],
    users: [],
    users_changed: 0,
    users_total: 0,
  }));
  await type('input', 'sonnet', '4');
  fireEvent.click(button('prices.unsaved.preview'));
  const drawer = await screen.findByRole('dialog');
  const label = text('prices.unsaved.save', { count: 1 });
  fireEvent.click(await within(drawer).findByRole('button', { name: label }));
  await waitFor(() => expect(saved()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a conflict keeps the draft, and taking over rebases it onto the other’s prices', async () => {
  const { saved, overtake } = await openEditor();
  await type('output', 'sonnet', '18');
  overtake('ModelRatio', { sonnet: 2, gpt: 5 });
  save(1);
  await screen.findByText('ops was faster');
  expect((await cell('output', 'sonnet')).value).toBe('18.00');
  fireEvent.click(button('prices.takeOver'));
  await waitFor(async () => expect((await cell('input', 'gpt')).value).toBe('10.00'));
  expect((await cell('input', 'sonnet')).value).toBe('4.00');
  expect((await cell('output', 'sonnet')).value).toBe('18.00');
  save(1);
  await screen.findByText(text('prices.saved'));
  expect(saved().map(({ base }) => base)).toEqual(['book-4', 'book-5']);
});

test('ratios and prices are the same data: a change in JSON shows in money, and vice versa', async () => {
  await openEditor('/prices?tab=models');
  await type('input', 'sonnet', '6');
  fireEvent.click(screen.getByRole('tab', { name: text('prices.tabs.ratios') }));
  const ratios = await screen.findByLabelText<HTMLTextAreaElement>(text('options.ModelRatio'));
  expect(JSON.parse(ratios.value)).toEqual({ sonnet: 3, gpt: 0.625 });
  fireEvent.change(ratios, { target: { value: '{"sonnet":4,"gpt":0.625,"new":0.5}' } });
  fireEvent.click(screen.getByRole('tab', { name: text('prices.tabs.models') }));
  expect((await cell('input', 'sonnet')).value).toBe('8.00');
  expect((await cell('input', 'new')).value).toBe('1.00');
});

test('a model is found while its name is typed', async () => {
  await openEditor();
  await cell('input', 'gpt');
  fireEvent.change(screen.getByLabelText(text('prices.find')), { target: { value: 'sonn' } });
  await waitFor(() =>
    expect(screen.queryByLabelText(`${text('prices.columns.input')}: gpt`)).toBeNull(),
  );
  expect((await cell('input', 'sonnet')).value).toBe('3.00');
});

test('an unpriced model can be added by its name', async () => {
  await openEditor('/prices?q=brand-new');
  fireEvent.click(button('prices.add', { name: 'brand-new' }));
  await type('call', 'brand-new', '0.2');
  expect(within(bar()).getByText('0.2')).toBeDefined();
});

test('each group shows what its ratio applies to, with links to its users and channels', async () => {
  await openEditor('/prices?tab=groups');
  const users = await screen.findByRole('link', { name: /1,200$/ });
  expect(users.getAttribute('href')).toBe('/user?group=default');
  expect(screen.getByRole('link', { name: /3$/ }).getAttribute('href')).toBe(
    '/channel?group=default',
  );
  const row = users.closest('tr')?.textContent;
  expect(row).toMatch(/default1,20007/);
});
