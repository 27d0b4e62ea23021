import { expect, test } from 'vitest';
import { listDecisions } from './list-decisions.ts';

test('a plain route is one decision with its candidates, without weights', () => {
  expect(listDecisions({ use_channel: ['7'], why: 'weight', candidates: [[5, [7, 8]]] })).toEqual([
    { why: 'weight', tiers: [{ priority: 5, channels: [{ id: 7 }, { id: 8 }] }] },
  ]);
});

test('otherwise every decision keeps its reason, weights, states and the number of omitted channels', () => {
  const tiers = [
    { priority: 0, channels: [[7, 2, 'cooling'] as [number, number, string]], more: 3 },
  ];
  expect(listDecisions({ use_channel: [], decisions: [{ why: 'last-resort', tiers }] })).toEqual([
    {
      why: 'last-resort',
      tiers: [{ priority: 0, channels: [{ id: 7, weight: 2, state: 'cooling' }], more: 3 }],
    },
  ]);
});

test('a row without routing data has no decision', () => {
  expect(listDecisions({ use_channel: ['7'] })).toEqual([]);
});
