import type { AttentionItem } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { countByPage } from './use-nav-counts.ts';

const item = (fields: Partial<AttentionItem>) =>
  ({ severity: 'warn', count: 1, ...fields }) as AttentionItem;

test('the sidebar counts what needs attention per page, with the worst severity', () => {
  const counts = countByPage([
    item({ kind: 'channels_disabled', severity: 'bad', count: 3 }),
    item({ kind: 'channels_cooling', count: 4 }),
    item({ kind: 'models_unpriced', count: 2 }),
  ]);
  expect([...counts]).toEqual([
    ['/channel', { count: 7, severity: 'bad' }],
    ['/prices', { count: 2, severity: 'warn' }],
  ]);
});
