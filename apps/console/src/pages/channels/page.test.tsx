import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ChannelRow } from '@tollgate/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleChannel } from '../../../test-support/sample-channel.ts';
import { text } from '../../../test-support/text.ts';
import { ChannelsPage } from './page.tsx';

const isOn = () =>
  screen.getByRole<HTMLInputElement>('switch', { name: `${text('channels.columns.on')}: north` });
const [priority, weight] = (['priority', 'weight'] as const).map(
  (column) => `${text(`channels.columns.${column}`)}: north`,
) as [string, string];

/** Opens the channel list with one stored channel, which the fake server updates. */
async function openList() {
  let stored = sampleChannel();
  const server = fakeServer({
    'GET /api/channel/search': () => page([stored]),
    'GET /api/channel/types': () => [],
    'PUT /api/channel/': ({ body }) => {
      stored = { ...stored, ...(body as Partial<ChannelRow>) };
      return stored;
    },
  });
  await renderAt('/channel', ChannelsPage);
  await screen.findByText('north');
  return { server, changes: () => server.bodiesOf('PUT /api/channel/') };
}

const undo = async () =>
  fireEvent.click(await screen.findByRole('button', { name: text('ui.undo') }));
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.keyDown(field(name), { key: 'Enter' });
};

test('Undo re-enables a channel that was disabled in the list', async () => {
  const { changes } = await openList();
  fireEvent.click(isOn());
  await waitFor(() => expect(isOn().checked).toBe(false));
  await undo();
  await waitFor(() => expect(isOn().checked).toBe(true));
  expect(changes()).toEqual([
    { id: 7, status: 2 },
    { id: 7, status: 1 },
  ]);
});

test.each([
  ['priority', priority, '9', 9, 5],
  ['weight', weight, '-3', 0, 10],
] as const)(
  'Undo restores a %s that was changed in the list',
  async (member, label, typed, sent, former) => {
    const { changes } = await openList();
    type(label, typed);
    await undo();
    await waitFor(() => expect(field(label).value).toBe(String(former)));
    expect(changes()).toEqual([
      { id: 7, [member]: sent },
      { id: 7, [member]: former },
    ]);
  },
);

test('a channel change that the server refuses restores the row and shows the reason, without Undo', async () => {
  const { server } = await openList();
  server.serve('PUT /api/channel/', () => failure(400, 'not today'));
  // The row must come from the rollback, not from a refetch.
  server.serve('GET /api/channel/search', () => new Promise(() => {}));
  fireEvent.click(isOn());
  await screen.findByText('not today');
  expect(isOn().checked).toBe(true);
  expect(screen.queryByRole('button', { name: text('ui.undo') })).toBeNull();
});

test('an inline number that the server refuses is reverted, with the reason', async () => {
  const { server, changes } = await openList();
  const refusal = Promise.withResolvers<Response>();
  server.serve('PUT /api/channel/', () => refusal.promise);
  server.serve('GET /api/channel/search', () => new Promise(() => {}));
  type(priority, '7');
  await waitFor(() => expect(changes()).toEqual([{ id: 7, priority: 7 }]));
  refusal.resolve(failure(400, 'not now'));
  await screen.findByText('not now');
  await waitFor(() => expect(field(priority).value).toBe('5'));
});

test('an inline number below its minimum says so and is not sent', async () => {
  const { changes } = await openList();
  type(priority, '-1000');
  await screen.findByText(text('ui.wholeNumber', { minimum: -999 }));
  expect(changes()).toEqual([]);
});

test('an inline number sends nothing if it is unchanged, reverted with Escape, or not a number', async () => {
  const { changes } = await openList();
  fireEvent.blur(field(priority));
  fireEvent.change(field(priority), { target: { value: '8' } });
  fireEvent.keyDown(field(priority), { key: 'Escape' });
  fireEvent.blur(field(priority));
  type(weight, 'heavy');
  fireEvent.blur(field(weight));
  expect(field(priority).value).toBe('5');
  expect(field(weight).value).toBe('10');
  expect(changes()).toEqual([]);
});

test('selected channels are disabled together, and Undo sends their previous values', async () => {
  const { server, changes } = await openList();
  const before = [{ id: 7, status: 1 }];
  server.serve('PUT /api/channel/batch', () => ({ before, refused: [] }));
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectRow', { id: 7 }) }));
  fireEvent.click(await screen.findByRole('button', { name: text('channels.batch.turnOff') }));
  await undo();
  await waitFor(() =>
    expect(server.bodiesOf('PUT /api/channel/batch')).toEqual([
      { changes: [{ id: 7, status: 2 }] },
      { changes: before },
    ]),
  );
  expect(changes()).toEqual([]);
});

test('a double click on an action for selected channels changes them once, so that Undo undoes it', async () => {
  const { server } = await openList();
  const before = [{ id: 7, status: 1 }];
  server.serve('PUT /api/channel/batch', () => ({ before, refused: [] }));
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectRow', { id: 7 }) }));
  const button = await screen.findByRole('button', { name: text('channels.batch.turnOff') });
  fireEvent.click(button);
  fireEvent.click(button);
  await screen.findByRole('button', { name: text('ui.undo') });
  expect(server.bodiesOf('PUT /api/channel/batch')).toHaveLength(1);
});

test('a refused batch says which row and why, and offers no Undo', async () => {
  const { server } = await openList();
  const refused = [{ id: 7, code: 'channel_group_unknown', reason: 'no such group' }];
  server.serve('PUT /api/channel/batch', () => ({ before: [], refused }));
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectRow', { id: 7 }) }));
  fireEvent.click(await screen.findByRole('button', { name: text('channels.batch.turnOn') }));
  await screen.findByText(/#7: no such group/);
  expect(screen.queryByRole('button', { name: text('ui.undo') })).toBeNull();
});

test('fields for selected channels stay as entered if they are refused, and close once they are set', async () => {
  const { server } = await openList();
  const refused = [{ id: 7, code: 'channel_group_unknown', reason: 'no such group' }];
  server.serve('PUT /api/channel/batch', () => ({ before: [], refused }));
  fireEvent.click(screen.getByRole('checkbox', { name: text('ui.table.selectRow', { id: 7 }) }));
  fireEvent.click(await screen.findByRole('button', { name: text('channels.batch.set') }));
  const dialog = within(await screen.findByRole('dialog'));
  const tag = dialog.getByLabelText<HTMLInputElement>(text('channels.form.tag'));
  fireEvent.change(tag, { target: { value: 'blue' } });
  const save = () => fireEvent.click(dialog.getByRole('button', { name: text('ui.save') }));
  save();
  await screen.findByText(/#7: no such group/);
  expect(tag.isConnected).toBe(true);
  expect(tag.value).toBe('blue');
  server.serve('PUT /api/channel/batch', () => ({ before: [{ id: 7, tag: '' }], refused: [] }));
  await waitFor(() => {
    save();
    expect(server.bodiesOf('PUT /api/channel/batch')).toHaveLength(2);
  });
  await waitFor(() => expect(tag.isConnected).toBe(false));
});

test('the list opens on the page with an added channel, marks it and scrolls to it, until the list is used', async () => {
  const scrolled: string[] = [];
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  scroll.mockImplementation(function note(this: Element) {
    scrolled.push(this.getAttribute('data-row-id') ?? '');
  });
  onTestFinished(() => scroll.mockRestore());
  const pages: unknown[] = [];
  fakeServer({
    'GET /api/channel/search': ({ query }) => {
      pages.push(query['with']);
      return page([sampleChannel({ id: 6, name: 'south' }), sampleChannel()]);
    },
    'GET /api/channel/types': () => [],
  });
  await renderAt('/channel?added=7', ChannelsPage);
  await screen.findByText('north');
  const isMarked = (name: string) =>
    screen.getByText(name).closest('[data-row-id]')?.getAttribute('data-new');
  expect([isMarked('south'), isMarked('north')]).toEqual(['false', 'true']);
  expect(scrolled).toEqual(['7']);
  fireEvent.click(screen.getByRole('button', { name: new RegExp(text('channels.columns.name')) }));
  await waitFor(() => expect(isMarked('north')).toBe('false'));
  expect(pages).toEqual(['7', '0']);
});
