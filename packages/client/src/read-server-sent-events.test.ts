import { expect, test } from 'vitest';
import { readServerSentEvents, type ServerEvent } from './read-server-sent-events.ts';

async function read(...chunks: string[]): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  return events;
}

test('events are parsed wherever the chunks are split, and the last id is kept', async () => {
  const text = 'id: 7\n: nothing new\n\nid: 8\ndata: [1]\n\ndata: a\ndata: b\n\n';
  const expected = [
    { id: '7', data: '' },
    { id: '8', data: '[1]' },
    { id: '8', data: 'a\nb' },
  ];
  expect(await read(text)).toEqual(expected);
  expect(await read(...text)).toEqual(expected);
});

test('an event that was cut off is not returned', async () => {
  expect(await read('data: whole\n\ndata: ha')).toEqual([{ id: '', data: 'whole' }]);
});
