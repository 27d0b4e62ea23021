import type { UpstreamFormat } from './call-plan.ts';

/** A response that an upstream makes up: all texts, and the reported usage. */
export interface MadeResponse {
  isCompletion: boolean;
  model: string;
  /** Text of each completion, in chunks. */
  chunks: readonly (readonly string[])[];
  /** Undefined if it reports none. */
  usage: { prompt: number; completion: number } | undefined;
}

/** A stream in three parts: the chunks, the end marker, and what follows it. */
export interface StreamParts {
  chunks: string[];
  finish: string;
  rest: string;
}

/** Writes the body of a complete response. */
export function writeWhole(format: UpstreamFormat, response: MadeResponse): string {
  const { model, usage, isCompletion } = response;
  const texts = response.chunks.map((textChunks) => textChunks.join(''));
  const body: Record<UpstreamFormat, () => object> = {
    openai: () => ({
      ...openAiHead(response, isCompletion ? 'text_completion' : 'chat.completion'),
      choices: texts.map((text, index) => ({
        index,
        ...(isCompletion ? { text } : { message: { role: 'assistant', content: text } }),
        finish_reason: 'stop',
      })),
      ...openAiUsage(usage),
    }),
    anthropic: () => ({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: texts[0] ?? '' }],
      stop_reason: 'end_turn',
      ...(usage ? { usage: { input_tokens: usage.prompt, output_tokens: usage.completion } } : {}),
    }),
    gemini: () => ({
      candidates: texts.map((text, index) => candidate(index, text, 'STOP')),
      ...geminiUsage(usage),
    }),
    dify: () => ({ event: 'message', ...DIFY_IDS, answer: texts[0] ?? '', ...difyUsage(usage) }),
  };
  return JSON.stringify(body[format]());
}

/** Writes the parts of a stream. */
export function writeStream(format: UpstreamFormat, response: MadeResponse): StreamParts {
  const writers = {
    openai: openAiStream,
    anthropic: anthropicStream,
    gemini: geminiStream,
    dify: difyStream,
  };
  return writers[format](response);
}

function openAiStream(response: MadeResponse): StreamParts {
  const { isCompletion, usage } = response;
  const head = openAiHead(response, isCompletion ? 'text_completion' : 'chat.completion.chunk');
  const choice = (index: number, text: string, reason: string | null) =>
    event({
      ...head,
      choices: [
        {
          index,
          ...(isCompletion ? { text } : { delta: { content: text } }),
          finish_reason: reason,
        },
      ],
    });
  const last = usage ? event({ ...head, choices: [], ...openAiUsage(usage) }) : '';
  return {
    chunks: flatten(response, (text, index) => choice(index, text, null)),
    finish: response.chunks.map((_, index) => choice(index, '', 'stop')).join(''),
    rest: `${last}data: [DONE]\n\n`,
  };
}

function anthropicStream({ chunks, usage, model }: MadeResponse): StreamParts {
  const named = (type: string, members: object) => `event: ${type}\n${event({ type, ...members })}`;
  const start = named('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      ...(usage ? { usage: { input_tokens: usage.prompt, output_tokens: 1 } } : {}),
    },
  });
  const block = named('content_block_start', {
    index: 0,
    content_block: { type: 'text', text: '' },
  });
  const texts = (chunks[0] ?? []).map((text) =>
    named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  );
  const [first = '', ...others] = texts;
  return {
    chunks: [start + block + first, ...others],
    finish: named('content_block_stop', { index: 0 }),
    rest:
      named('message_delta', {
        delta: { stop_reason: 'end_turn' },
        ...(usage ? { usage: { output_tokens: usage.completion } } : {}),
      }) + named('message_stop', {}),
  };
}

function geminiStream(response: MadeResponse): StreamParts {
  return {
    chunks: flatten(response, (text, index) => event({ candidates: [candidate(index, text)] })),
    finish: '',
    rest: event({
      candidates: response.chunks.map((_, index) => candidate(index, '', 'STOP')),
      ...geminiUsage(response.usage),
    }),
  };
}

function difyStream({ chunks, usage }: MadeResponse): StreamParts {
  return {
    chunks: (chunks[0] ?? []).map((text) => event({ event: 'message', ...DIFY_IDS, answer: text })),
    finish: '',
    rest: event({ event: 'message_end', ...DIFY_IDS, ...difyUsage(usage) }),
  };
}

const DIFY_IDS = { task_id: 'task-1', message_id: 'message-1', conversation_id: 'talk-1' };

function openAiHead({ model }: MadeResponse, object: string) {
  return { id: 'chatcmpl-1', object, created: 1_760_000_000, model };
}

function openAiUsage(usage: MadeResponse['usage']) {
  return usage ? { usage: tokenUsage(usage) } : {};
}

function difyUsage(usage: MadeResponse['usage']) {
  return { metadata: usage ? { usage: tokenUsage(usage) } : {} };
}

function tokenUsage({ prompt, completion }: NonNullable<MadeResponse['usage']>) {
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

function geminiUsage(usage: MadeResponse['usage']) {
  if (!usage) return {};
  const { prompt, completion } = usage;
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: completion,
      totalTokenCount: prompt + completion,
    },
  };
}

function candidate(index: number, text: string, finishReason?: string) {
  const content = { role: 'model', parts: [{ text }] };
  return { index, content, ...(finishReason ? { finishReason } : {}) };
}

/** Interleaves the chunks of all completions: the first of each, then the second, and so on. */
function flatten(
  { chunks }: MadeResponse,
  write: (text: string, index: number) => string,
): string[] {
  const longest = Math.max(...chunks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    chunks
      .map((chunks, index) => (chunks[at] === undefined ? '' : write(chunks[at], index)))
      .join(''),
  );
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
