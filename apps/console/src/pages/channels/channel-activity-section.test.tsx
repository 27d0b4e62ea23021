import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { renderAt } from '../../../test-support/render-at.tsx';
import { text } from '../../../test-support/text.ts';
import { ChannelActivitySection } from './channel-activity-section.tsx';

const strip = () => document.querySelector('.activity-strip');

test('the chart of the last 24 hours has no accessible name until its data has loaded', async () => {
  const known = Promise.withResolvers<void>();
  fakeServer({
    'GET /api/channel/activity': async () => {
      await known.promise;
      return {
        edges: [0, 1],
        channels: [{ id: 7, answered: [3], failed: [1], first_token_ms: null }],
      };
    },
  });
  await renderAt('/channel', () => <ChannelActivitySection id={7} />);
  await screen.findByText(text('channels.activity.title'));
  expect(strip()?.getAttribute('aria-hidden')).toBe('true');
  known.resolve();
  const name = text('channels.activity.label', { calls: 4, failures: 1 });
  await waitFor(() => expect(strip()?.getAttribute('aria-label')).toBe(name));
});
