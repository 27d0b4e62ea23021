import { LOAD_CORE } from './cores.ts';
import { startNginx } from './nginx.ts';
import type { Stage } from './stage.ts';

/** The response of a chat call, about 340 bytes. */
const ANSWER = JSON.stringify({
  id: 'chatcmpl-bench',
  object: 'chat.completion',
  created: 1_760_000_000,
  model: 'gpt-4o-mini',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Hello from the mock upstream, nice to meet you.' },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: {
    prompt_tokens: 10,
    completion_tokens: 6,
    total_tokens: 16,
    prompt_tokens_details: { cached_tokens: 0 },
  },
});

/**
 * Starts the upstream of non-streamed calls: the fastest possible server, so that it is never the bottleneck.
 */
export function startPlainMock(stage: Stage) {
  return startNginx({ stage, name: 'mock', core: LOAD_CORE, location: `return 200 '${ANSWER}';` });
}
