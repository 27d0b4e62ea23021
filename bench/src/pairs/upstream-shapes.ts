import { STREAM_TOKENS, type StreamShape } from '../stream-events.ts';
import type { Dialect } from './dialects.ts';

export const ANSWER_TEXT = 'Hello from the mock upstream, nice to meet you.';
export const ANSWER_USAGE = { input: 10, output: 6 };
export const STREAM_TEXT = Array.from({ length: STREAM_TOKENS }, (_, index) => `tok${index} `).join(
  '',
);
export const STREAM_USAGE = { input: 10, output: STREAM_TOKENS };

/** An upstream as the gateway sees it. */
export interface UpstreamShape {
  /** The channel's type. */
  type: number;
  model: string;
  /** The response of a non-streamed call, as JSON. */
  response: string;
  stream: StreamShape;
}

type Usage = typeof ANSWER_USAGE;
const RESPONSES_MODEL = 'gpt-5-mini';

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, members: object = {}) =>
  `event: ${type}\n${data({ type, ...members })}`;

/** The four upstreams: responses and events with all members that the real ones send. */
export const UPSTREAMS: Readonly<Record<Dialect, UpstreamShape>> = {
  'openai-chat': openaiChat(),
  'openai-responses': openaiResponses(),
  'anthropic-messages': anthropicMessages(),
  'gemini-generate': geminiGenerate(),
};

function openaiChat(): UpstreamShape {
  const model = 'gpt-4o';
  const head = { id: 'chatcmpl-bench', created: 1_760_000_000, model };
  const chunk = { ...head, object: 'chat.completion.chunk', system_fingerprint: 'fp_bench' };
  const usageOf = ({ input, output }: Usage) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  });
  const message = { role: 'assistant', content: ANSWER_TEXT, refusal: null };
  const choice = (delta: object, reason: string | null) => ({
    ...chunk,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
    usage: null,
  });
  return {
    type: 1,
    model,
    response: JSON.stringify({
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
      usage: usageOf(ANSWER_USAGE),
    }),
    stream: {
      head: data(choice({ role: 'assistant', content: '' }, null)),
      token: (index) => data(choice({ content: `tok${index} ` }, null)),
      end:
        data(choice({}, 'stop')) +
        data({ ...chunk, choices: [], usage: usageOf(STREAM_USAGE) }) +
        'data: [DONE]\n\n',
    },
  };
}

function response(status: string, output: object[], usage: Usage | null) {
  return {
    id: 'resp_bench',
    object: 'response',
    created_at: 1_760_000_000,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: RESPONSES_MODEL,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    store: false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    truncation: 'disabled',
    usage: usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    },
    user: null,
    metadata: {},
  };
}

function openaiResponses(): UpstreamShape {
  const id = 'msg_bench';
  const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
  const item = (status: string, content: object[]) => ({
    id,
    type: 'message',
    status,
    role: 'assistant',
    content,
  });
  const position = { item_id: id, output_index: 0, content_index: 0 };
  let number = 0;
  const event = (type: string, members: object) =>
    named(type, { sequence_number: number++, ...members });
  const head = [
    event('response.created', { response: response('in_progress', [], null) }),
    event('response.in_progress', { response: response('in_progress', [], null) }),
    event('response.output_item.added', { output_index: 0, item: item('in_progress', []) }),
    event('response.content_part.added', { ...position, part: part('') }),
  ].join('');
  const first = number;
  number += STREAM_TOKENS;
  const whole = item('completed', [part(STREAM_TEXT)]);
  const end = [
    event('response.output_text.done', { ...position, text: STREAM_TEXT, logprobs: [] }),
    event('response.content_part.done', { ...position, part: part(STREAM_TEXT) }),
    event('response.output_item.done', { output_index: 0, item: whole }),
    event('response.completed', { response: response('completed', [whole], STREAM_USAGE) }),
  ].join('');
  return {
    type: 1,
    model: RESPONSES_MODEL,
    response: JSON.stringify(
      response('completed', [item('completed', [part(ANSWER_TEXT)])], ANSWER_USAGE),
    ),
    stream: {
      head,
      token: (index) =>
        named('response.output_text.delta', {
          sequence_number: first + index,
          ...position,
          delta: `tok${index} `,
          logprobs: [],
        }),
      end,
    },
  };
}

function anthropicMessages(): UpstreamShape {
  const model = 'claude-sonnet-4-6';
  const usageOf = ({ input, output }: Usage) => ({
    input_tokens: input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
    service_tier: 'standard',
  });
  const message = (content: object[], reason: string | null, usage: Usage) => ({
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: usageOf(usage),
  });
  const delta = (text: string) => ({ index: 0, delta: { type: 'text_delta', text } });
  return {
    type: 14,
    model,
    response: JSON.stringify(
      message([{ type: 'text', text: ANSWER_TEXT }], 'end_turn', ANSWER_USAGE),
    ),
    stream: {
      head:
        named('message_start', { message: message([], null, { ...STREAM_USAGE, output: 1 }) }) +
        named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        named('ping'),
      token: (index) => named('content_block_delta', delta(`tok${index} `)),
      end:
        named('content_block_stop', { index: 0 }) +
        named('message_delta', {
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: usageOf(STREAM_USAGE),
        }) +
        named('message_stop'),
    },
  };
}

function geminiGenerate(): UpstreamShape {
  const model = 'gemini-2.5-pro';
  const chunk = (text: string, usageMetadata: object, finish: object = {}) => ({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, ...finish, index: 0 }],
    usageMetadata,
    modelVersion: model,
    responseId: 'bench',
  });
  const promptTokensDetails = [{ modality: 'TEXT', tokenCount: ANSWER_USAGE.input }];
  const usageOf = ({ input, output }: Usage) => ({
    promptTokenCount: input,
    candidatesTokenCount: output,
    totalTokenCount: input + output,
    promptTokensDetails,
  });
  const stop = { finishReason: 'STOP' };
  return {
    type: 24,
    model,
    response: JSON.stringify(chunk(ANSWER_TEXT, usageOf(ANSWER_USAGE), stop)),
    stream: {
      head: '',
      token: (index) =>
        data(chunk(`tok${index} `, usageOf({ ...STREAM_USAGE, output: index + 1 }))),
      end: data(chunk('', usageOf(STREAM_USAGE), stop)),
    },
  };
}
