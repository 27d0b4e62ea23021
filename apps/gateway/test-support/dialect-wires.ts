import type { Dialect } from '@tollgate/dialects';

/** Tokens as an upstream reports them. */
export interface ReportedUsage {
  prompt: number;
  completion: number;
}

/** A dialect's wire format, in the smallest parts that a test may want to send. */
export interface DialectWire {
  /** Path and body of a call. */
  call(model: string, stream: boolean, text: string): { path: string; body: object };
  /** The start of a stream, up to where text may follow. */
  start(): string;
  text(text: string): string;
  /** The finish reason, without usage where the dialect can separate them. */
  finish(): string;
  usage(told: ReportedUsage): string;
  /** What follows the usage. */
  last(): string;
  /** A complete response; without usage if none is given. */
  whole(text: string, usage?: ReportedUsage): string;
}

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const named = (data: Readonly<Record<string, unknown>> & { type: string }) =>
  `event: ${data.type}\n${event(data)}`;

const chatChunk = (rest: object) =>
  event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', ...rest });
const chatUsage = ({ prompt, completion }: ReportedUsage) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

const openaiChat: DialectWire = {
  call: (model, stream, text) => ({
    path: '/v1/chat/completions',
    body: { model, stream, messages: [{ role: 'user', content: text }] },
  }),
  start: () => chatChunk({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
  text: (text) => chatChunk({ choices: [{ index: 0, delta: { content: text } }] }),
  finish: () => chatChunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
  usage: (usage) => chatChunk({ choices: [], usage: chatUsage(usage) }),
  last: () => 'data: [DONE]\n\n',
  whole: (text, usage) =>
    JSON.stringify({
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      ...(usage ? { usage: chatUsage(usage) } : {}),
    }),
};

const responseUsage = ({ prompt, completion }: ReportedUsage) => ({
  input_tokens: prompt,
  output_tokens: completion,
  total_tokens: prompt + completion,
});
const response = (status: string, text: string, usage?: ReportedUsage) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'm',
  status,
  output: [
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status,
      content: [{ type: 'output_text', text, annotations: [] }],
    },
  ],
  ...(usage ? { usage: responseUsage(usage) } : {}),
});

const position = { output_index: 0, content_index: 0, item_id: 'msg_1' };
const openaiResponses: DialectWire = {
  call: (model, stream, text) => ({ path: '/v1/responses', body: { model, stream, input: text } }),
  start: () =>
    named({ type: 'response.created', response: { ...response('in_progress', ''), output: [] } }) +
    named({
      type: 'response.content_part.added',
      ...position,
      part: { type: 'output_text', text: '', annotations: [] },
    }),
  text: (text) => named({ type: 'response.output_text.delta', ...position, delta: text }),
  finish: () => '',
  usage: (usage) =>
    named({ type: 'response.completed', response: response('completed', 'x', usage) }),
  last: () => '',
  whole: (text, usage) => JSON.stringify(response('completed', text, usage)),
};

const anthropic: DialectWire = {
  call: (model, stream, text) => ({
    path: '/v1/messages',
    body: { model, stream, max_tokens: 10_000, messages: [{ role: 'user', content: text }] },
  }),
  start: () =>
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        usage: { input_tokens: 50, output_tokens: 1 },
      },
    }) +
    named({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    }),
  text: (text) =>
    named({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text },
    }),
  finish: () =>
    named({ type: 'content_block_stop', index: 0 }) +
    named({ type: 'message_delta', delta: { stop_reason: 'end_turn' } }),
  usage: ({ prompt, completion }) =>
    named({
      type: 'message_delta',
      delta: {},
      usage: { input_tokens: prompt, output_tokens: completion },
    }),
  last: () => named({ type: 'message_stop' }),
  whole: (text, usage) =>
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      ...(usage ? { usage: { input_tokens: usage.prompt, output_tokens: usage.completion } } : {}),
    }),
};

const geminiUsage = ({ prompt, completion }: ReportedUsage) => ({
  usageMetadata: {
    promptTokenCount: prompt,
    candidatesTokenCount: completion,
    totalTokenCount: prompt + completion,
  },
});
const candidate = (text: string, rest: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...rest }],
});

const gemini: DialectWire = {
  call: (model, stream, text) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents: [{ role: 'user', parts: [{ text }] }] },
  }),
  start: () => '',
  text: (text) => event(candidate(text)),
  finish: () => event({ candidates: [{ index: 0, finishReason: 'STOP' }] }),
  usage: (usage) => event({ candidates: [], ...geminiUsage(usage) }),
  last: () => '',
  whole: (text, usage) =>
    JSON.stringify({
      ...candidate(text, { finishReason: 'STOP' }),
      ...(usage ? geminiUsage(usage) : {}),
    }),
};

/** The wire of every chat dialect. */
export const WIRES: Readonly<Record<Dialect, DialectWire>> = {
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  'anthropic-messages': anthropic,
  'gemini-generate': gemini,
};
