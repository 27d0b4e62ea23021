import { expect, test } from 'vitest';
import { newAnswer } from './conversation.ts';
import { addChunk, type ChatChunk } from './read-chunk.ts';

type Delta = NonNullable<NonNullable<ChatChunk['choices']>[number]['delta']>;
const said = (delta: Delta): ChatChunk => ({ choices: [{ delta }] });

test('an answer grows with each chunk, and records when thinking and text began', () => {
  const chunks: [ChatChunk, number][] = [
    [said({ content: '' }), 50],
    [said({ reasoning_content: 'Hm' }), 300],
    [said({ content: 'Hel' }), 900],
    [said({ content: 'lo' }), 950],
    [{ choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } }, 1000],
  ];
  const answer = chunks.reduce((from, [chunk, at]) => addChunk(from, chunk, at), newAnswer('m'));
  expect(answer).toMatchObject({
    text: 'Hello',
    thinking: 'Hm',
    firstTokenMs: 300,
    thoughtMs: 900,
  });
  expect([answer.promptTokens, answer.completionTokens]).toEqual([7, 2]);
});

test('two interleaved tool calls are assembled from their deltas', () => {
  const call = (index: number, piece: object) => said({ tool_calls: [{ index, ...piece }] });
  const answer = [
    call(0, { id: 'a', function: { name: 'one', arguments: '' } }),
    call(1, { id: 'b', function: { name: 'two', arguments: '{}' } }),
    call(0, { function: { arguments: '{"x"' } }),
    call(0, { function: { arguments: ':1}' } }),
  ].reduce((from, chunk, at) => addChunk(from, chunk, at), newAnswer('m'));
  expect(answer.toolCalls).toEqual([
    { id: 'a', name: 'one', arguments: '{"x":1}' },
    { id: 'b', name: 'two', arguments: '{}' },
  ]);
});

test('a stream that ends in an error keeps its text and reports code and cause', () => {
  const begun = addChunk(newAnswer('m'), said({ content: 'Half' }), 10);
  const failed = addChunk(begun, { error: { message: 'broke', code: 'upstream_failed' } }, 20);
  expect(failed).toMatchObject({
    state: 'failed',
    text: 'Half',
    failure: { code: 'upstream_failed', message: 'broke' },
  });
});
