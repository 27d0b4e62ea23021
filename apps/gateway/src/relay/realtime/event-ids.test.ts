import { expect, test } from 'vitest';
import { EventIds } from './event-ids.ts';

test('an id identifies the kind of its event, unless an event of another kind or none has the same id', () => {
  const ids = new EventIds<'inside' | 'beside'>();
  ids.add('a', 'inside');
  ids.add('b', 'beside');
  ids.add('b', 'beside');
  for (const kind of ['inside', 'beside'] as const) ids.add('twice', kind);
  ids.add('plain', 'inside');
  ids.add('plain', undefined);
  ids.add(7, 'inside');
  expect(['a', 'b', 'twice', 'plain', 'c', 7].map((id) => ids.find(id))).toEqual([
    'inside',
    'beside',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('only a limited number of events is remembered, and none after they are forgotten', () => {
  const ids = new EventIds<'inside'>();
  for (let index = 0; index < 1000; index += 1) ids.add(`event-${index}`, 'inside');
  expect(ids.find('event-99')).toBe('inside');
  expect(ids.find('event-100')).toBeUndefined();
  ids.clear();
  expect(ids.find('event-99')).toBeUndefined();
});
