import { screen } from '@testing-library/react';
import type { ChannelHistory } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ChannelHistorySection } from './channel-history.tsx';

const HOUR = 3600;
const START = 1_795_590_000;
const cause = {
  code: 'key_rejected',
  host: 'h',
  model: 'gpt-5',
  status: 401,
  excerpt: '',
} as const;

/** Two hours with calls, and one event of each kind. */
const history: ChannelHistory = {
  edges: Array.from({ length: 25 }, (_, hour) => START + hour * HOUR),
  pieces: Array.from({ length: 24 }, (_, hour) =>
    hour < 2
      ? { first_token_ms: { p50: 400 + hour, p95: 900 }, total_ms: { p50: 1500, p95: 2910 } }
      : { first_token_ms: null, total_ms: null },
  ),
  events: [
    { kind: 'tested', at: START + 6, who: 'root', ms: 0, cause },
    { kind: 'enabled', at: START + 5 },
    { kind: 'disabled', at: START + 4, reason: 'key refused' },
    { kind: 'back', at: START + 3 },
    { kind: 'cooled', at: START + 2, scope: 'model', name: 'gpt-5', seconds: 60, fault: '' },
    {
      kind: 'changed',
      at: START + 1,
      who: 'alice',
      action: 'updateChannel',
      changes: [{ field: 'weight', to: '7' }],
    },
  ],
};

test('the channel drawer shows each event with its cause and actor, and hourly latencies', async () => {
  fakeServer({ 'GET /api/channel/history/7': () => history });
  await renderAt('/channel', () => <ChannelHistorySection id={7} />);
  const texts = (await screen.findAllByRole('listitem')).map(
    ({ textContent }) => textContent ?? '',
  );
  const expected = [
    [text('channels.test.failed'), 'gpt-5 · HTTP 401 · root'],
    [text('channels.history.enabled')],
    [text('channels.history.disabled'), 'key refused'],
    [text('channels.history.back')],
    [text('channels.history.cooled', { seconds: 60 }), 'gpt-5'],
    [text('audit.actions.updateChannel'), 'alice · weight → 7'],
  ];
  expect(texts).toHaveLength(expected.length);
  for (const [index, words] of expected.entries())
    for (const word of words) expect(texts[index]).toContain(word);
  const [first, total] = screen.getAllByRole('slider');
  expect(first?.getAttribute('aria-valuetext')).toMatch(/p50 401 .* p95 900/);
  expect(total?.getAttribute('aria-valuetext')).toMatch(/p50 1\.50 .* p95 2\.91/);
});
