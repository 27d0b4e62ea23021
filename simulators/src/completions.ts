import { answerJson } from './answer.ts';
import { type Call, type Endpoint, firstText, missing } from './endpoint.ts';
import { openEventStream } from './event-stream.ts';
import { serverError } from './faults.ts';
import { splitText, usageOf } from './script.ts';

type CompletionBody = {
  model: string;
  prompt: unknown;
  stream?: boolean;
  stream_options?: { include_usage?: boolean };
};

/** POST /v1/completions. */
export const completionsEndpoint: Endpoint = {
  findMistake: ({ prompt }) => (prompt === undefined ? missing('prompt') : undefined),
  lastText: ({ prompt }) => firstText(prompt),
  answer: (call) => ((call.body as CompletionBody).stream ? streamCompletion(call) : answerWhole(call)),
};

function headOf({ body }: Call) {
  return {
    id: 'cmpl-simulated',
    object: 'text_completion',
    created: 1_760_000_000,
    model: (body as CompletionBody).model,
  };
}

async function answerWhole(call: Call): Promise<void> {
  const { script } = call;
  const usage = usageOf(script);
  await answerJson(call, {
    ...headOf(call),
    choices: [{ index: 0, text: script.text, logprobs: null, finish_reason: script.finish_reason }],
    ...(usage ? { usage } : {}),
  });
}

async function streamCompletion(call: Call): Promise<void> {
  const { script } = call;
  const stream = openEventStream(call);
  if (script.fault === 'stall-before-first-token') return;
  if (script.fault === 'error-first-line') {
    await stream.send({ error: serverError('The engine is currently overloaded') });
    return stream.end();
  }
  const head = headOf(call);
  const usage = (call.body as CompletionBody).stream_options?.include_usage ? usageOf(script) : undefined;
  for (const text of splitText(script))
    await stream.send({
      ...head,
      choices: [{ index: 0, text, logprobs: null, finish_reason: null }],
    });
  await stream.send({
    ...head,
    choices: [{ index: 0, text: '', logprobs: null, finish_reason: script.finish_reason }],
  });
  if (usage) await stream.send({ ...head, choices: [], usage });
  if (script.fault !== 'no-done') await stream.sendText('data: [DONE]\n\n');
  stream.end();
}
