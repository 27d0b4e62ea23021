import { respondWithJson } from './respond.ts';
import { breakAtStart, breakHalfway } from './break-stream.ts';
import { type Call, type Endpoint, firstText, missing } from './endpoint.ts';
import { openEventStream } from './event-stream.ts';
import { splitText, usageOf } from './script.ts';

const CUT_EVENT = 'data: {"id":"cmpl-simulated","choices":[{"index":0,"text":"cut he';

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
  respond: (call) =>
    (call.body as CompletionBody).stream ? streamCompletion(call) : respondWhole(call),
};

function headOf({ body }: Call) {
  return {
    id: 'cmpl-simulated',
    object: 'text_completion',
    created: 1_760_000_000,
    model: (body as CompletionBody).model,
  };
}

async function respondWhole(call: Call): Promise<void> {
  const { script } = call;
  const usage = usageOf(script);
  await respondWithJson(call, {
    ...headOf(call),
    choices: [{ index: 0, text: script.text, logprobs: null, finish_reason: script.finish_reason }],
    ...(usage ? { usage } : {}),
  });
}

async function streamCompletion(call: Call): Promise<void> {
  const { script } = call;
  const stream = openEventStream(call);
  if (await breakAtStart(call, stream)) return;
  const head = headOf(call);
  const reported = (call.body as CompletionBody).stream_options?.include_usage
    ? usageOf(script)
    : undefined;
  const everyChunk = script.fault === 'usage-each-chunk' ? { usage: usageOf(script) } : {};
  const sendChoice = (text: string, finishReason: string | null = null) =>
    stream.send({
      ...head,
      choices: [{ index: 0, text, logprobs: null, finish_reason: finishReason }],
      ...everyChunk,
    });
  const sendUsage = async () => {
    if (reported) await stream.send({ ...head, choices: [], usage: reported });
  };
  const texts = splitText(script);
  const half = Math.ceil(texts.length / 2);
  for (const text of texts.slice(0, half)) await sendChoice(text);
  if (await breakHalfway(call, stream, CUT_EVENT)) return;
  for (const text of texts.slice(half)) await sendChoice(text);
  await sendChoice('', script.finish_reason);
  await sendUsage();
  if (script.fault === 'usage-twice') await sendUsage();
  if (script.fault !== 'no-done') await stream.sendText('data: [DONE]\n\n');
  stream.end();
}
