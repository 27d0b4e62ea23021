import { expect, test } from 'vitest';
import { newCompletion } from './conversation.ts';
import { addChunk, type ChatChunk } from './read-chunk.ts';

type Delta = NonNullable<NonNullable<ChatChunk['choices']>[number]['delta']>;
const chunkWith = (delta: Delta): ChatChunk => ({ choices: [{ delta }] });

test('an answer grows with each chunk, and records when thinking and text began', () => {
  const chunks: [ChatChunk, number][] = [
    [chunkWith({ content: '' }), 50],
    [chunkWith({ reasoning_content: 'Hm' }), 300],
    [chunkWith({ content: 'Hel' }), 900],
    [chunkWith({ content: 'lo' }), 950],
    [{ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } }, 1000],
  ];
  const completion = chunks.reduce(
    (from, [chunk, at]) => addChunk(from, chunk, at),
    newCompletion('m'),
  );
  expect(completion).toMatchObject({
    text: 'Hello',
    thinking: 'Hm',
    firstTokenMs: 300,
    thoughtMs: 900,
  });
  expect([completion.promptTokens, completion.completionTokens]).toEqual([7, 2]);
});

test('two interleaved tool calls are assembled from their deltas', () => {
  const call = (index: number, part: object) => chunkWith({ tool_calls: [{ index, ...part }] });
  const completion = [
    call(0, { id: 'a', function: { name: 'one', arguments: '' } }),
    call(1, { id: 'b', function: { name: 'two', arguments: '{}' } }),
    call(0, { function: { arguments: '{"x"' } }),
    call(0, { function: { arguments: ':1}' } }),
  ].reduce((from, chunk, at) => addChunk(from, chunk, at), newCompletion('m'));
  expect(completion.toolCalls).toMatchObject([
    { id: 'a', name: 'one', arguments: '{"x":1}' },
    { id: 'b', name: 'two', arguments: '{}' },
  ]);
});

test.each([
  ['from 1', [1, 1, 2]],
  ['all alike', [0, 0, 0]],
  ['not at all', [undefined, undefined, undefined]],
])('tool calls of a server that numbers them %s are kept apart and whole', (_, numbers) => {
  const parts = [
    { id: 'a', function: { name: 'one', arguments: '{"x"' } },
    { function: { arguments: ':1}' } },
    { id: 'b', function: { name: 'two', arguments: '{}' } },
  ];
  const completion = parts.reduce((from, part, at) => {
    const index = numbers[at];
    const call = index === undefined ? part : { index, ...part };
    return addChunk(from, chunkWith({ tool_calls: [call] }), at);
  }, newCompletion('m'));
  expect(completion.toolCalls).toMatchObject([
    { id: 'a', name: 'one', arguments: '{"x":1}' },
    { id: 'b', name: 'two', arguments: '{}' },
  ]);
});

test('a stream that ends in an error keeps its text and reports code and cause', () => {
  const started = addChunk(newCompletion('m'), chunkWith({ content: 'Half' }), 10);
  const failed = addChunk(started, { error: { message: 'broke', code: 'upstream_failed' } }, 20);
  expect(failed).toMatchObject({
    state: 'failed',
    text: 'Half',
    failure: { code: 'upstream_failed', message: 'broke' },
  });
});
