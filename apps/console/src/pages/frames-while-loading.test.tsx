import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeServer } from '../../test-support/fake-server.ts';
import { renderAt } from '../../test-support/render-at.tsx';
import { text } from '../../test-support/text.ts';
import { type StoredUser, storeUser } from '../session/session.ts';
import { BatchesPage } from './batches/page.tsx';
import { LogsPage } from './logs/page.tsx';
import { ImageTasksPage } from './midjourney/page.tsx';
import { RedemptionsPage } from './redemptions/page.tsx';
import { MusicTasksPage } from './tasks/page.tsx';

afterEach(() => localStorage.clear());

/** What stands above the list of each page, by a text that is there before its figures. */
const PAGES: readonly [string, () => ReactNode, string][] = [
  ['/redemption', RedemptionsPage, 'redemptions.clearUsed'],
  ['/midjourney', ImageTasksPage, 'tasks.sums.net'],
  ['/task', MusicTasksPage, 'tasks.sums.net'],
  ['/batch', BatchesPage, 'tasks.batch.sums.failed'],
  ['/log', LogsPage, 'logs.course.title'],
];

test.each(PAGES)(
  'at %s everything above the list has its place before the first response, so that the list does not jump',
  async (address, Page, shown) => {
    storeUser({ id: 1, role: 100, token: 't' } as StoredUser);
    const { serve } = fakeServer();
    const pending = () => new Promise(() => {});
    for (const path of ['redemption', 'mj', 'task', 'batch', 'order', 'log'])
      for (const rest of ['', 'totals', 'stat', 'course'])
        serve(`GET /api/${path}/${rest}`, pending);
    await renderAt(address, Page);
    expect(await screen.findAllByText(text(shown), { exact: false })).not.toHaveLength(0);
  },
);
