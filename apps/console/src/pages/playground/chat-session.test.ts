import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../test-support/fake-server.ts';
import { ChatSession } from './chat-session.ts';

const TARGET = { model: 'm', group: '' };

/** Answers each request with a stream that the test writes to. */
function openSession() {
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  const signals: AbortSignal[] = [];
  fakeServer();
  const session = new ChatSession(7, () => {});
  const outer = globalThis.fetch;
  globalThis.fetch = async (address, init) => {
    if (!String(address).startsWith('/api/playground')) return outer(address, init);
    const signal = init?.signal as AbortSignal;
    signals.push(signal);
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        streams.push(stream);
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const write = (at: number, delta: object) => {
    const chunk = `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
    streams[at]?.enqueue(new TextEncoder().encode(chunk));
  };
  const answers = () => session.getState().current.turns[0]?.sides[0] ?? [];
  const turnId = () => session.getState().current.turns[0]?.id ?? '';
  return { session, streams, signals, write, answers, turnId };
}

test('requesting an answer again stops the answers after it, which can’t replace newer ones', async () => {
  const { session, streams, signals, write, answers, turnId } = openSession();
  const tool = { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] };
  const step = (number: number) => ({ turnId: turnId(), side: 0, step: number });
  session.send('hello', [], [TARGET]);
  await waitFor(() => expect(streams).toHaveLength(1));
  write(0, tool);
  streams[0]?.close();
  await waitFor(() => expect(answers()[0]?.state).toBe('done'));
  session.giveResults(step(0), TARGET, { a: '1' });
  await waitFor(() => expect(streams).toHaveLength(2));
  session.again(step(0), TARGET);
  await waitFor(() => expect(streams).toHaveLength(3));
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
  write(2, tool);
  streams[2]?.close();
  await waitFor(() => expect(answers()[0]?.state).toBe('done'));
  session.giveResults(step(0), TARGET, { a: '2' });
  await waitFor(() => expect(streams).toHaveLength(4));
  expect(answers()[1]?.state).toBe('streaming');
  session.stop(step(1));
  await waitFor(() => expect(answers()[1]?.state).toBe('stopped'));
});
