import type { ChannelRow } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { channelRowId } from './channel-row-id.ts';

const row = (id: number, children?: number[]) =>
  ({ id, ...(children && { children: children.map((child) => ({ id: child })) }) }) as ChannelRow;

test('no two tags share a row id, nor does a tag share one with its channels', () => {
  const rows = [row(0, [7, 4]), row(0, [5]), row(7), row(4), row(5)];
  expect(rows.map(channelRowId)).toEqual([-4, -5, 7, 4, 5]);
});
