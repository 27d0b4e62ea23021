import { expect, test } from 'vitest';
import { collectCardEvents, EVENTS_AT_ONCE } from './card-events.ts';

test('events are reported eight at a time and in order, the rest when the widget is removed', () => {
  const reported: (readonly string[])[] = [];
  const events = collectCardEvents((names) => reported.push(names));
  const names = Array.from({ length: EVENTS_AT_ONCE + 1 }, (_, index) => `e${index}`);
  for (const name of names.slice(0, -1)) {
    expect(reported).toEqual([]);
    events.note(name);
  }
  events.note(names.at(-1) as string);
  expect(reported).toEqual([names.slice(0, -1)]);
  events.flush();
  events.flush();
  expect(reported).toEqual([names.slice(0, -1), names.slice(-1)]);
});
