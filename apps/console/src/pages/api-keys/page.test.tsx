import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failure, type FakeRequest, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleApiKey } from '../../../test-support/sample-api-key.ts';
import { text } from '../../../test-support/text.ts';
import { ApiKeysPage } from './page.tsx';

const SEARCH = 'GET /api/token/search';
const press = (key: string, params?: Record<string, unknown>) =>
  fireEvent.click(screen.getByRole('button', { name: text(key, params) }));
const search = (keyword: string) => {
  const field = screen.getByRole('textbox', { name: text('tokens.search') });
  fireEvent.change(field, { target: { value: keyword } });
  fireEvent.keyDown(field, { key: 'Enter' });
};
/** Returns one key named after the search keyword. */
const echo = ({ query }: FakeRequest) =>
  page([sampleApiKey({ name: `found ${query['keyword'] ?? 'all'}` })]);

test('an empty list says what it is for and how to start, and offers no filters to clear', async () => {
  fakeServer({ [SEARCH]: () => page([]) });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText(text('tokens.empty.title'));
  expect(screen.queryByRole('button', { name: text('ui.table.clearFilters') })).toBeNull();
});

test('a filter applies on Enter, is kept in the URL and resets to page 1; an empty result keeps the frame and offers to clear it', async () => {
  const server = fakeServer({
    [SEARCH]: ({ query }) => (query['keyword'] === 'none' ? page([]) : page([sampleApiKey()])),
  });
  const { router } = await renderAt('/token?p=3', ApiKeysPage);
  await screen.findByText('laptop');
  search('none');
  await screen.findByText(text('ui.table.noResults'));
  expect(router.state.location.search).toEqual({ keyword: 'none' });
  expect(server.lastQueryOf(SEARCH)).toMatchObject({ p: '1', keyword: 'none' });
  fireEvent.click(within(screen.getByRole('region')).getByText(text('ui.table.clearFilters')));
  await screen.findByText('laptop');
  expect(router.state.location.search).toEqual({});
});

test('the pager requests the clicked page and keeps the filter', async () => {
  const server = fakeServer({
    [SEARCH]: ({ query }) =>
      page([sampleApiKey({ name: `page ${query['p'] ?? 1}` })], 35, Number(query['p'] ?? 1)),
  });
  await renderAt('/token?keyword=a', ApiKeysPage);
  await screen.findByText('page 1');
  press('ui.pager.page', { page: 3 });
  await screen.findByText('page 3');
  expect(server.lastQueryOf(SEARCH)).toMatchObject({ p: '3', keyword: 'a' });
});

test('of two concurrent searches, the rows of the later one stay, whichever responds last', async () => {
  const slow = Promise.withResolvers<void>();
  fakeServer({
    [SEARCH]: async (request) => {
      if (request.query['keyword'] === 'slow') await slow.promise;
      return echo(request);
    },
  });
  const { client } = await renderAt('/token', ApiKeysPage);
  await screen.findByText('found all');
  search('slow');
  await waitFor(() => expect(client.isFetching()).toBeGreaterThan(0));
  search('fast');
  await screen.findByText('found fast');
  slow.resolve();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(screen.queryByText('found slow')).toBeNull();
  screen.getByText('found fast');
});

test('a list that failed to load keeps its frame, says why with the id to quote, and shows its rows once Retry succeeds', async () => {
  const fault = { success: false, message: '', code: 'internal', request_id: 'r-7' };
  const server = fakeServer({ [SEARCH]: () => Response.json(fault, { status: 500 }) });
  await renderAt('/token', ApiKeysPage);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text('errors.internal_error'));
  within(alert).getByText('internal · r-7');
  screen.getByRole('columnheader', { name: text('tokens.columns.name') });
  server.serve(SEARCH, echo);
  press('ui.retry');
  await screen.findByText('found all');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the list shows what each key cost in the last seven days and which models it may call', async () => {
  const [idle, busy] = [
    sampleApiKey({ name: 'idle', week: [0, 0, 0, 0, 0, 0, 0] }),
    sampleApiKey({
      id: 4,
      name: 'busy',
      week: [500_000, 0, 0, 0, 0, 0, 1_000_000],
      model_limits_enabled: true,
      model_limits: 'gpt-5,gpt-5-mini',
    }),
  ];
  fakeServer({ [SEARCH]: () => page([idle, busy]) });
  await renderAt('/token', ApiKeysPage);
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr');
  expect((await rowOf('idle'))?.textContent).toContain(`–${text('ui.neverYet')}`);
  expect((await rowOf('idle'))?.textContent).toContain(text('tokens.allModels'));
  const row = await rowOf('busy');
  expect(row?.textContent).toContain('$3.00');
  expect(row?.querySelector('.sparkline')).not.toBeNull();
  expect(row?.textContent).toContain(text('tokens.someModels', { count: 2 }));
});

test('Undo re-enables an API key that was disabled in the list', async () => {
  let stored = sampleApiKey();
  const server = fakeServer({
    [SEARCH]: () => page([stored]),
    'PUT /api/token/': ({ body }) => {
      stored = { ...stored, ...(body as object) };
      return stored;
    },
  });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  fireEvent.click(
    screen.getByRole('button', { name: `${text('tokens.actions.disable')}: laptop` }),
  );
  fireEvent.click(await screen.findByRole('button', { name: text('ui.undo') }));
  await screen.findByRole('button', { name: `${text('tokens.actions.disable')}: laptop` });
  expect(server.bodiesOf('PUT /api/token/')).toEqual([
    { id: 3, status: 2 },
    { id: 3, status: 1 },
  ]);
});

test('a new API key is shown once after creation, and its dialog closes only after it was copied or the loss confirmed', async () => {
  const key = 'k'.repeat(48);
  fakeServer({
    [SEARCH]: () => page([sampleApiKey()]),
    'GET /api/user/self/groups': () => ({}),
    'GET /api/user/models': () => ['bge-reranker-base', 'gpt-4o'],
    'POST /api/token/': ({ body }) => sampleApiKey({ ...(body as object), key }),
  });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  press('tokens.add');
  fireEvent.change(await screen.findByLabelText(text('tokens.form.name')), {
    target: { value: 'server' },
  });
  const dialogOfForm = within(screen.getByRole('dialog'));
  fireEvent.click(dialogOfForm.getByRole('button', { name: text('tokens.form.make') }));
  const shown = await screen.findByTestId('new-key');
  expect(shown.textContent).not.toContain(key);
  press('tokens.reveal.show');
  expect(shown.textContent).toBe(`sk-${key}`);
  // Its sample calls a chat model, even if another one comes first.
  await screen.findByText(/"gpt-4o"/);
  const dialog = () => screen.queryByTestId('new-key');
  const [close = shown] = screen.getAllByRole('button', { name: text('ui.close') });
  fireEvent.click(close);
  await screen.findByText(text('tokens.reveal.closeText'));
  expect(dialog()).not.toBeNull();
  fireEvent.click(screen.getByText(text('tokens.reveal.closeConfirm')));
  await waitFor(() => expect(dialog()).toBeNull());
});

test.each([
  ['Cancel', () => press('ui.cancel')],
  [
    'Escape',
    () =>
      fireEvent.keyDown(screen.getByLabelText(text('tokens.form.name')), {
        key: 'Escape',
        code: 'Escape',
      }),
  ],
])(
  '%s asks before it discards the input of a form dialog, and closes one without input at once',
  async (_how, leave) => {
    fakeServer({ [SEARCH]: () => page([sampleApiKey()]), 'GET /api/user/self/groups': () => ({}) });
    await renderAt('/token', ApiKeysPage);
    await screen.findByText('laptop');
    press('tokens.add');
    const name = await screen.findByLabelText(text('tokens.form.name'));
    fireEvent.change(name, { target: { value: 'server' } });
    leave();
    await screen.findByText(text('ui.discard.title'));
    expect(screen.queryByLabelText(text('tokens.form.name'))).not.toBeNull();
    press('ui.discard.confirm');
    await waitFor(() => expect(screen.queryByLabelText(text('tokens.form.name'))).toBeNull());
    press('tokens.add');
    await screen.findByLabelText(text('tokens.form.name'));
    leave();
    await waitFor(() => expect(screen.queryByLabelText(text('tokens.form.name'))).toBeNull());
  },
);

test('a name that is too long is refused at its field, whose hint is not repeated, and nothing is sent', async () => {
  const server = fakeServer({
    [SEARCH]: () => page([sampleApiKey()]),
    'GET /api/user/self/groups': () => ({}),
  });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  press('tokens.add');
  const name = await screen.findByLabelText(text('tokens.form.name'));
  fireEvent.change(name, { target: { value: 'x'.repeat(31) } });
  fireEvent.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: text('tokens.form.make') }),
  );
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(text('tokens.form.nameHint'))).toHaveLength(1);
  expect(server.bodiesOf('POST /api/token/')).toEqual([]);
});

test('an address that the server refuses is said at its field, which opens and has the focus', async () => {
  const server = fakeServer({
    [SEARCH]: () => page([sampleApiKey()]),
    'POST /api/token/': () => failure(200, 'no such address: 10.0', 'allow_ips_invalid'),
  });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  press('tokens.add');
  const name = await screen.findByLabelText(text('tokens.form.name'));
  fireEvent.change(name, { target: { value: 'build server' } });
  const addresses = () => screen.getByLabelText(text('tokens.form.allowIps'));
  press('tokens.form.advanced');
  fireEvent.change(addresses(), { target: { value: '10.0' } });
  press('tokens.form.advanced');
  fireEvent.keyDown(name, { key: 'Enter', ctrlKey: true });
  await screen.findByText('no such address: 10.0');
  expect(server.bodiesOf('POST /api/token/')).toMatchObject([{ allow_ips: '10.0' }]);
  expect(addresses().getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(addresses()));
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.change(addresses(), { target: { value: '10.0.0.0/8' } });
  expect(addresses().getAttribute('aria-invalid')).not.toBe('true');
  expect(document.activeElement).toBe(addresses());
});

test('creating several keys goes on after a failure where it stopped, instead of creating all again', async () => {
  const made: string[] = [];
  let isAway = true;
  fakeServer({
    [SEARCH]: () => page([sampleApiKey()]),
    'POST /api/token/': ({ body }) => {
      const { name } = body as { name: string };
      if (isAway && made.length === 2) return failure(400, 'away');
      made.push(name);
      return sampleApiKey({ name });
    },
  });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  press('tokens.add');
  const dialog = within(await screen.findByRole('dialog'));
  const fill = (field: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(text(`tokens.form.${field}`)), { target: { value } });
  fill('name', 'build');
  fill('count', '3');
  const create = dialog.getByRole('button', { name: text('tokens.form.make') });
  fireEvent.click(create);

  await screen.findByText('away');
  isAway = false;
  await waitFor(() => expect(create.dataset.loading).toBeUndefined());
  fireEvent.click(create);
  await screen.findByText(text('tokens.created'));
  expect(made).toHaveLength(3);
  expect(new Set(made).size).toBe(3);
});

test('more keys than can be created at once are refused at their field, and none is created', async () => {
  const server = fakeServer({ [SEARCH]: () => page([sampleApiKey()]) });
  await renderAt('/token', ApiKeysPage);
  await screen.findByText('laptop');
  press('tokens.add');
  const dialog = within(await screen.findByRole('dialog'));
  const field = (name: string) => dialog.getByLabelText(text(`tokens.form.${name}`));
  fireEvent.change(field('name'), { target: { value: 'build' } });
  fireEvent.change(field('count'), { target: { value: '101' } });
  fireEvent.keyDown(field('count'), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(field('count').getAttribute('aria-invalid')).toBe('true'));
  expect(server.bodiesOf('POST /api/token/')).toEqual([]);
});
