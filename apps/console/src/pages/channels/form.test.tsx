import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failure, type FakeHandler, fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleChannel } from '../../../test-support/sample-channel.ts';
import { text } from '../../../test-support/text.ts';
import { ChannelForm } from './form.tsx';

async function openForm(channel = sampleChannel(), routes: Record<string, FakeHandler> = {}) {
  const server = fakeServer({
    'GET /api/channel/types': () => [],
    'PUT /api/channel/': () => channel,
    'POST /api/price/check': () => [],
    ...routes,
  });
  const { router } = await renderAt('/channel/edit/7', () => <ChannelForm channel={channel} />);
  return {
    server,
    saved: () => server.bodiesOf('PUT /api/channel/') as Record<string, unknown>[],
    address: () => router.state.location.pathname,
  };
}

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(text(`channels.form.${name}`), {
    selector: 'input, textarea',
  });
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: text(key) }));

test('editing a channel sends what was edited, so that its key and what others change meanwhile stay, and leads back to the list without asking', async () => {
  const { saved, address } = await openForm();
  fill('name', 'south');
  press('channels.form.submit');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()).toEqual([{ id: 7, name: 'south' }]);
  await waitFor(() => expect(address()).toBe('/channel'));
  expect(screen.queryByText(text('ui.discard.title'))).toBeNull();
});

test('a channel whose address changed is not saved until its key is typed again', async () => {
  const { saved } = await openForm();
  fill('baseUrl', 'https://b.example');
  press('channels.form.submit');
  await screen.findByText(text('channels.form.keyAgain'));
  expect(saved()).toEqual([]);
  fill('key', 'sk-new');
  press('channels.form.submit');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toMatchObject({ base_url: 'https://b.example', key: 'sk-new' });
});

test('leaving a channel form with unsaved changes asks first, stays if declined, and discards them if confirmed', async () => {
  const { address } = await openForm();
  fill('name', 'south');
  press('channels.form.back');
  await screen.findByText(text('ui.discard.title'));
  press('ui.cancel');
  await waitFor(() => expect(screen.queryByText(text('ui.discard.title'))).toBeNull());
  expect(address()).toBe('/channel/edit/7');
  expect(field('name').value).toBe('south');
  press('channels.form.back');
  await screen.findByText(text('ui.discard.title'));
  press('ui.discard.confirm');
  await waitFor(() => expect(address()).toBe('/channel'));
});

test('a channel form without changes is left without confirmation', async () => {
  const untouched = await openForm();
  press('channels.form.back');
  await waitFor(() => expect(untouched.address()).toBe('/channel'));
});

test('a new channel whose test fails is not saved: the form shows cause and fix, tests again, and saves anyway on request', async () => {
  const cause = {
    code: 'key_rejected',
    host: 'a.example',
    model: 'gpt',
    status: 401,
    excerpt: 'no',
  };
  const server = fakeServer({
    'GET /api/channel/types': () => [],
    'POST /api/channel/test': () =>
      Response.json({
        success: false,
        message: 'failed',
        code: 'channel_test_failed',
        data: { time: 1, status: 401, excerpt: 'no', cause },
      }),
    'POST /api/channel/': () => [sampleChannel()],
  });
  localStorage.setItem('channel_models', JSON.stringify({ 1: ['gpt'] }));
  const { router } = await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  fill('key', 'sk-new');
  press('channels.form.fill');
  expect((await screen.findAllByText('gpt')).length).toBeGreaterThan(0);
  press('channels.form.saveAndTest');
  await screen.findByText(text('channels.causes.key_rejected.title'));
  expect(screen.getByText(/replace the key/)).toBeDefined();
  press('channels.test.again');
  await waitFor(() => expect(server.bodiesOf('POST /api/channel/test')).toHaveLength(2));
  expect(server.bodiesOf('POST /api/channel/')).toEqual([]);
  expect(field('key').value).toBe('sk-new');
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLButtonElement>('button', { name: text('channels.form.saveAnyway') })
        .disabled,
    ).toBe(false),
  );
  press('channels.form.saveAnyway');
  await waitFor(() => expect(router.state.location.pathname).toBe('/channel'));
  expect(server.bodiesOf('POST /api/channel/')).toMatchObject([{ key: 'sk-new', models: ['gpt'] }]);
});

const proposal = { price: { input: '2.5', output: '10' }, source: 'models.dev', date: '2026-11' };

test('the channel form lists a model without a price, and one click sets its list price', async () => {
  let unpriced: unknown[] = [{ model: 'a', proposal }];
  const { server } = await openForm(sampleChannel({ models: 'a,b' }), {
    'POST /api/price/check': () => unpriced,
    'POST /api/price/models': () => {
      unpriced = [];
      return { version: 'b', number: 2 };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: text('ui.noPrice.set') }));
  await screen.findByText(text('ui.noPrice.done', { model: 'a' }));
  expect(server.bodiesOf('POST /api/price/models')).toMatchObject([
    { prices: [{ model: 'a', price: proposal.price }] },
  ]);
  await waitFor(() =>
    expect(screen.queryByText(text('ui.noPrice.title', { count: 1 }))).toBeNull(),
  );
});

test('saving a channel with unpriced models warns that they can not be called, and one click sets all prices', async () => {
  const { server } = await openForm(sampleChannel({ models: 'a,b' }));
  server.serve('POST /api/price/check', () =>
    server.bodiesOf('PUT /api/channel/').length > 0
      ? ['a', 'b'].map((model) => ({ model, proposal }))
      : [],
  );
  server.serve('POST /api/price/models', () => ({ version: 'b', number: 2 }));
  fill('name', 'south');
  press('channels.form.submit');
  await screen.findByText(text('ui.noPrice.title', { count: 2 }));
  fireEvent.click(screen.getByText(text('ui.noPrice.setAll', { count: 2 })));
  await screen.findByText(text('ui.noPrice.doneMany', { count: 2 }));
  expect(server.bodiesOf('POST /api/price/models')).toMatchObject([
    { prices: [{ model: 'a' }, { model: 'b' }] },
  ]);
});

test('an existing channel shows only its provider; another one is found by typing, selected with Enter and saved', async () => {
  const type = (number: number, label: string) => ({
    type: number,
    label,
    label_key: '',
    key_hint: '',
    color: '#336699',
    fields: [],
    name: label,
    default_base_url: '',
    models: [],
  });
  const { saved } = await openForm(sampleChannel(), {
    'GET /api/channel/types': () => [type(1, 'OpenAI'), type(20, 'OpenRouter'), type(38, 'Jina')],
  });
  await screen.findByRole('radio', { name: 'OpenAI' });
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  press('channels.form.changeProvider');
  const search = screen.getByLabelText(text('channels.form.findProvider'));
  fireEvent.change(search, { target: { value: 'nobody' } });
  await screen.findByText(text('channels.form.noProvider'));
  fireEvent.keyDown(search, { key: 'Enter' });
  fireEvent.change(search, { target: { value: 'jin' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Jina' }).checked).toBe(true),
  );
  expect(screen.queryByLabelText(text('channels.form.findProvider'))).toBeNull();
  fill('key', 'jina_1');
  press('channels.form.submit');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toMatchObject({ type: 38 });
});

const OPENAI = {
  type: 1,
  label: 'OpenAI',
  label_key: '',
  key_hint: '',
  color: '#336699',
  fields: [],
  name: 'OpenAI',
  default_base_url: 'https://api.example',
  models: [],
  lists_models: true,
};

test('the models of a new channel are fetched once its key is entered, and again for another address', async () => {
  const fetchModels = 'POST /api/channel/fetch_models';
  const server = fakeServer({
    'GET /api/channel/types': () => [OPENAI],
    [fetchModels]: ({ body }) => {
      const { base_url: address } = body as { base_url: string };
      return address === '' ? failure(400, 'no such key') : ['gpt-a'];
    },
  });
  await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  await screen.findByRole('radio', { name: 'OpenAI' });
  const leave = (name: string, value: string) => {
    fill(name, value);
    fireEvent.blur(field(name));
  };
  leave('key', 'sk-1');
  await waitFor(() => expect(server.bodiesOf(fetchModels)).toHaveLength(1));
  fireEvent.blur(field('key'));
  leave('baseUrl', 'https://other.example');
  await screen.findAllByText('gpt-a');
  expect(server.bodiesOf(fetchModels)).toHaveLength(2);
});

test('a key is not sent to the default address by whoever goes on to enter another, and the button names where it goes', async () => {
  const fetchModels = 'POST /api/channel/fetch_models';
  const server = fakeServer({
    'GET /api/channel/types': () => [OPENAI],
    [fetchModels]: () => ['gpt-a'],
  });
  await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  const fetchFrom = (host: string) =>
    screen.findByRole('button', { name: text('channels.form.fetchFrom', { host }) });
  await fetchFrom('api.example');
  fill('key', 'sk-1');
  const relatedTarget = screen.getByText(text('channels.form.sections.connection'));
  fireEvent.blur(field('key'), { relatedTarget });
  fill('baseUrl', 'https://other.example/v1');
  fireEvent.blur(field('baseUrl'));
  await screen.findAllByText('gpt-a');
  await fetchFrom('other.example');
  expect(server.bodiesOf(fetchModels)).toMatchObject([{ base_url: 'https://other.example/v1' }]);
});

test('what the server refuses about a field is said at that field, which opens and has the focus', async () => {
  fakeServer({
    'GET /api/channel/types': () => [],
    'POST /api/channel/test': () =>
      Response.json({
        success: false,
        message: 'no URL',
        code: 'base_url_invalid',
        field: 'base_url',
      }),
  });
  localStorage.setItem('channel_models', JSON.stringify({ 1: ['gpt'] }));
  await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  fill('key', 'sk-new');
  press('channels.form.fill');
  fill('baseUrl', 'api.example');
  press('channels.form.saveAndTest');
  await screen.findByText('no URL');
  expect(field('baseUrl').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field('baseUrl'));
});

test('a channel that is saved untested leads to the list, which is told what was added', async () => {
  // As in browsers, where it returns a promise.
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  scroll.mockImplementation(() => Promise.resolve() as never);
  onTestFinished(() => scroll.mockRestore());
  fakeServer({
    'GET /api/channel/types': () => [],
    'POST /api/channel/test': () =>
      Response.json({ success: false, message: 'failed', code: 'x', data: { excerpt: 'no' } }),
    'POST /api/channel/': () => [sampleChannel({ id: 9 })],
    'POST /api/price/check': () => [],
  });
  localStorage.setItem('channel_models', JSON.stringify({ 1: ['gpt'] }));
  const { router } = await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  fill('key', 'sk-new');
  press('channels.form.fill');
  press('channels.form.saveAndTest');
  fireEvent.click(await screen.findByRole('button', { name: text('channels.form.saveAnyway') }));
  await screen.findByText('elsewhere');
  expect(router.state.location.search).toEqual({ added: '9' });
});

test('a channel that is being tested and created is not created again by Ctrl+Enter', async () => {
  const slow = Promise.withResolvers<void>();
  const server = fakeServer({
    'GET /api/channel/types': () => [],
    'POST /api/channel/test': async () => {
      await slow.promise;
      return { time: 1 };
    },
    'POST /api/channel/': () => [sampleChannel({ id: 9 })],
    'POST /api/price/check': () => [],
  });
  localStorage.setItem('channel_models', JSON.stringify({ 1: ['gpt'] }));
  await renderAt('/channel/add', () => <ChannelForm channel={undefined} />);
  fill('key', 'sk-new');
  press('channels.form.fill');
  const save = () => fireEvent.keyDown(field('key'), { key: 'Enter', ctrlKey: true });
  save();
  await waitFor(() => expect(server.bodiesOf('POST /api/channel/test')).toHaveLength(1));
  save();
  slow.resolve();
  await screen.findByText('elsewhere');
  expect(server.bodiesOf('POST /api/channel/test')).toHaveLength(1);
  expect(server.bodiesOf('POST /api/channel/')).toHaveLength(1);
});
