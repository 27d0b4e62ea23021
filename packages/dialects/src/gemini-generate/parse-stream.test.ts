import { expect, it } from 'vitest';
import { receiveResponse, receiveStream } from '../testing/translate-call.ts';

const input = {
  from: 'openai-chat' as const,
  to: 'gemini-generate' as const,
  model: 'gemini-3.1-pro-preview',
  body: { model: 'm', logprobs: true, messages: [{ role: 'user', content: 'Hi' }] },
};
const chunk = {
  candidates: [
    {
      content: {
        role: 'model',
        parts: [{ text: '4' }, { text: '2' }, { text: '', thoughtSignature: 'Cv8B' }],
      },
      finishReason: 'STOP',
      logprobsResult: {
        chosenCandidates: [{ token: '42', logProbability: -0.1 }],
        topCandidates: [{ candidates: [] }],
      },
    },
  ],
};

it('the tokens of a chunk with several texts arrive once in a stream, as in a whole response', () => {
  const whole = receiveResponse(input, chunk).choices?.[0]?.logprobs?.content;
  const events = receiveStream(input, [chunk]);
  const streamed = events.flatMap(({ choices }) => [...(choices?.[0]?.logprobs?.content ?? [])]);
  expect(streamed).toEqual(whole);
  expect(streamed.map(({ token }) => token)).toEqual(['42']);
});
