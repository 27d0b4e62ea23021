import { fireEvent, screen, within } from '@testing-library/react';
import type { ChannelKey } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { ChannelHealth } from './channel-health.tsx';
import { ChannelKeys } from './channel-keys.tsx';

const keyOf = (fingerprint: string): ChannelKey => ({
  fingerprint,
  tail: fingerprint,
  on: true,
  state: 'closed',
  until_ms: 0,
  failures_in_a_row: 0,
  dead: false,
  fault: null,
});

async function open(keys: readonly string[], respond: () => unknown = () => null) {
  storeUser({ id: 1, role: 10, token: 't' } as StoredUser);
  const server = fakeServer({
    'GET /api/channel/keys/7': () => keys.map(keyOf),
    'POST /api/channel/keys/test': respond,
  });
  await renderAt('/channel', () => <ChannelKeys id={7} single={false} />);
  return server;
}

test('a single key can be tested, and its row shows the result', async () => {
  const server = await open(['aaaa', 'bbbb'], () => ({
    time: 0.5,
    first_byte_ms: null,
    model: 'm',
    status: 200,
    excerpt: '',
    cause: null,
  }));
  const [, second] = await screen.findAllByRole('listitem');
  if (!second) throw new Error('no second key');
  const name = text('channels.health.key').replace('{{position}}', '2');
  fireEvent.click(
    within(second).getByRole('button', { name: `${text('channels.keys.test')}: ${name}` }),
  );
  await within(second).findByText(text('channels.test.passed'));
  expect(server.bodiesOf('POST /api/channel/keys/test')).toEqual([{ id: 7, fingerprint: 'bbbb' }]);
  expect(screen.getAllByText(text('channels.test.passed'))).toHaveLength(1);
});

test('the only key of a channel has no separate test', async () => {
  await open(['aaaa']);
  await screen.findByText('…aaaa');
  expect(screen.queryByRole('button', { name: new RegExp(text('channels.keys.test')) })).toBeNull();
});

test('a channel whose keys cool down is not called available', async () => {
  const circuit = { state: 'closed', until_ms: 0, failures_in_a_row: 0 };
  const keys = [
    { name: 'a', position: 1, ...circuit, dead: true },
    { name: 'b', position: 2, ...circuit, state: 'cooling', dead: false },
    { name: 'c', position: 3, ...circuit, dead: false },
  ];
  fakeServer({
    'GET /api/channel/health/7': () => ({
      ...circuit,
      last_fault: null,
      usage_claims: null,
      models: [],
      keys,
    }),
  });
  await renderAt('/channel', () => <ChannelHealth id={7} />);
  await screen.findByText(text('channels.health.keys', { out: 2, count: 3 }));
  expect(screen.queryByText(text('channels.health.fine'))).toBeNull();
});

test('adding keys begins in their field', async () => {
  await open(['aaaa', 'bbbb']);
  fireEvent.click(await screen.findByRole('button', { name: text('channels.keys.add') }));
  expect(document.activeElement).toBe(screen.getByLabelText(text('channels.keys.addLabel')));
});
