// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { sampleChannel } from '../../../test-support/sample-channel.ts';
import { text } from '../../../test-support/text.ts';
import { ChannelForm } from './form.tsx';

async function openForm(channel = sampleChannel()) {
  const server = fakeServer({
    'GET /api/channel/types': () => [],
    'PUT /api/channel/': () => channel,
  });
  const { router } = await renderAt('/channel/edit/7', () => <ChannelForm channel={channel} />);
  return {
    saved: () => server.bodiesOf('PUT /api/channel/') as Record<string, unknown>[],
    address: () => router.state.location.pathname,
  };
}

const field = (name: string) =>
  screen.getByLabelText<HTMLInputElement>(text(`channels.form.${name}`));
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = (key: string) => fireEvent.click(screen.getByRole('button', { name: text(key) }));

test('editing a channel without typing its key keeps the stored key: none is sent', async () => {
  const { saved } = await openForm();
  fill('name', 'south');
  press('channels.form.submit');
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(saved()[0]).toMatchObject({ id: 7, name: 'south', base_url: 'https://a.example' });
  expect(saved()[0]).not.toHaveProperty('key');
});

test('a channel whose address changed is not saved before its key is typed again', async () => {
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

test('leaving a channel form with unsaved changes asks first, and stays where that is declined', async () => {
  const { address } = await openForm();
  fill('name', 'south');
  press('channels.form.back');
  await screen.findByText(text('ui.discard.title'));
  press('ui.cancel');
  await waitFor(() => expect(screen.queryByText(text('ui.discard.title'))).toBeNull());
  expect(address()).toBe('/channel/edit/7');
  expect(field('name').value).toBe('south');
});

test('leaving a channel form with unsaved changes discards them where that is confirmed', async () => {
  const { address } = await openForm();
  fill('name', 'south');
  press('channels.form.back');
  await screen.findByText(text('ui.discard.title'));
  press('ui.discard.confirm');
  await waitFor(() => expect(address()).toBe('/channel'));
});

test('a channel form without changes is left without a question', async () => {
  const untouched = await openForm();
  press('channels.form.back');
  await waitFor(() => expect(untouched.address()).toBe('/channel'));
});

test('a saved channel form leads back to the list without asking about its changes', async () => {
  const { address } = await openForm();
  fill('name', 'south');
  press('channels.form.submit');
  await waitFor(() => expect(address()).toBe('/channel'));
  expect(screen.queryByText(text('ui.discard.title'))).toBeNull();
});
