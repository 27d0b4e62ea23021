import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { type StoredUser, storeUser } from '../session/session.ts';
import { Sidebar } from './sidebar.tsx';

const disabled = (count: number) => ({
  kind: 'channels_disabled',
  severity: 'bad',
  count,
  names: [],
});

test.each([
  ['one', 1, false, 'Channels 1 needs attention'],
  ['several', 3, false, 'Channels 3 need attention'],
  ['several, in a collapsed sidebar,', 3, true, 'Channels 3 need attention'],
])(
  'a page where %s need attention is named by what it shows',
  async (_how, count, collapsed, name) => {
    storeUser({ id: 1, role: 100, token: 't' } as StoredUser);
    fakeServer({ 'GET /api/system/attention': () => [disabled(count)] });
    await renderAt('/', () => (
      <Sidebar collapsed={collapsed} setCollapsed={() => {}} narrow={false} />
    ));
    await screen.findByText(/^needs? attention$/);
    const link = document.querySelector('a[href="/channel"]');
    expect(link?.getAttribute('aria-label')).toBeNull();
    expect(link?.textContent).toBe(name);
  },
);
