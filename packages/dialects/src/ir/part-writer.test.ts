import { describe, expect, test } from 'vitest';
import { PartWriter } from './part-writer.ts';
import type { StreamEvent } from './stream-event.ts';

const CALLS = 60_000;
const call = (id: string) => ({ kind: 'tool-call', id, name: 'f' }) as const;

function open() {
  const events: StreamEvent[] = [];
  return { events, writer: new PartWriter((event) => events.push(event)) };
}
const endsOf = (events: readonly StreamEvent[]) =>
  events.flatMap((event) => (event.type === 'part-end' ? [event.index] : []));

describe('tool calls of a stream', () => {
  test('are not visited again for each new one: an upstream may start any number', () => {
    const { writer, events } = open();
    for (let key = 0; key < CALLS; key += 1) {
      writer.openCall(key, call(`c${key}`));
      writer.appendArguments(key, '{');
    }
    expect(endsOf(events)).toEqual([]);
    writer.closeAll();
    expect(endsOf(events)).toHaveLength(CALLS);
  });

  test('end when the next one starts and their arguments are complete, else with the response', () => {
    const { writer, events } = open();
    writer.openCall(0, call('a'));
    writer.appendArguments(0, '{"a":');
    writer.openCall(1, call('b'));
    writer.appendArguments(1, '{}');
    writer.appendArguments(0, '1}');
    expect(endsOf(events)).toEqual([]);
    writer.openCall(2, call('c'));
    expect(endsOf(events)).toEqual([0, 1]);
    writer.openCall(2, call('d'));
    expect(endsOf(events)).toEqual([0, 1, 2]);
    writer.closeAll();
    expect(endsOf(events)).toEqual([0, 1, 2, 3]);
  });

  test('stay open if apparently complete arguments are followed by more', () => {
    const { writer, events } = open();
    writer.openCall(0, call('a'));
    writer.appendArguments(0, '{}');
    writer.appendArguments(0, ' ');
    writer.openCall(1, call('b'));
    writer.appendArguments(0, 'x');
    writer.closeAll();
    expect(endsOf(events)).toEqual([0, 1]);
  });
});
