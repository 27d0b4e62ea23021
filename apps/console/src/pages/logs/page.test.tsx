import { LOG_SYSTEM } from '@tollgate/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, page } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { LogsPage } from './page.tsx';

const NO_CALLS = { quota: 0, refunded: 0, calls: 0, failed: 0, rpm: 0, tpm: 0 };
const EVENT = {
  id: 1,
  type: LOG_SYSTEM,
  created_at: 1_790_000_000,
  content: 'Account created',
  model_name: '',
  request_id: '',
  group: '',
  username: '',
  token_name: '',
  channel: 0,
  other: '',
};

test.each([
  ['no calls', NO_CALLS, 'logs.empty.noCalls', 'logs.cards.calls'],
  ['a call', { ...NO_CALLS, calls: 1 }, 'logs.cards.calls', 'logs.empty.noCalls'],
] as const)(
  'a list of events alone says where calls appear: %s',
  async (_, stat, shown, absent) => {
    fakeServer({
      'GET /api/log/self/': () => page([EVENT]),
      'GET /api/log/self/stat': () => stat,
      'GET /api/log/self/course': () => undefined,
    });
    await renderAt('/log', LogsPage);
    await screen.findByText(EVENT.content);
    // Until the totals are there, their cards are shown.
    await expect.poll(() => screen.queryByText(text(absent))).toBeNull();
    expect(screen.getByText(text(shown))).toBeTruthy();
  },
);
