import type { Dialect } from './dialects.ts';
import { ANSWER_TEXT, ANSWER_USAGE, STREAM_TEXT, STREAM_USAGE } from './upstream-shapes.ts';

interface ClientShape {
  path(model: string, stream: boolean): string;
  headers(key: string): Record<string, string>;
  body(model: string, stream: boolean): object;
  /** Extracts the text of a response or of one event. */
  textOf(part: Part): string | undefined;
  /** Extracts the reported usage, as [in, out]. */
  usageOf(part: Part): [number | undefined, number | undefined];
}

interface Counts {
  prompt_tokens?: number;
  completion_tokens?: number;
  input_tokens?: number;
  output_tokens?: number;
}

/** A response or event of any dialect, with the members read here. */
interface Part {
  type?: string;
  choices?: { message?: { content?: string }; delta?: { content?: string } }[];
  usage?: Counts | null;
  output?: { content?: { text?: string }[] }[];
  response?: { usage?: Counts | null };
  delta?: string | { text?: string };
  message?: { usage?: Counts };
  content?: { text?: string }[];
  candidates?: { content?: { parts?: { text?: string }[] } }[];
  usageMetadata?: { promptTokenCount?: number; candidatesTokenCount?: number };
}

const QUESTION = 'Say hello to the mock upstream in one short sentence, please.';
const MAX_TOKENS = 100;
const messages = [{ role: 'user', content: QUESTION }];
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const joined = (parts: readonly { text?: string }[] | undefined) =>
  parts?.map(({ text = '' }) => text).join('');

/** The four clients: how each sends requests and where it finds text and usage. */
export const CLIENTS: Readonly<Record<Dialect, ClientShape>> = {
  'openai-chat': {
    path: () => '/v1/chat/completions',
    headers: bearer,
    body: (model, stream) => ({
      model,
      max_tokens: MAX_TOKENS,
      messages,
      ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
    }),
    textOf: ({ choices }) => choices?.[0]?.message?.content ?? choices?.[0]?.delta?.content,
    usageOf: ({ usage }) => [usage?.prompt_tokens, usage?.completion_tokens],
  },
  'openai-responses': {
    path: () => '/v1/responses',
    headers: bearer,
    body: (model, stream) => ({
      model,
      max_output_tokens: MAX_TOKENS,
      store: false,
      input: QUESTION,
      ...(stream ? { stream } : {}),
    }),
    textOf: ({ type, delta, output }) =>
      type === 'response.output_text.delta'
        ? String(delta)
        : joined(output?.flatMap(({ content = [] }) => content)),
    usageOf: ({ usage, response }) => {
      const reported = usage ?? response?.usage;
      return [reported?.input_tokens, reported?.output_tokens];
    },
  },
  'anthropic-messages': {
    path: () => '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: (model, stream) => ({
      model,
      max_tokens: MAX_TOKENS,
      messages,
      ...(stream ? { stream } : {}),
    }),
    textOf: ({ delta, content }) =>
      typeof delta === 'object' && 'text' in delta ? delta.text : joined(content),
    usageOf: ({ usage, message }) => {
      const reported = usage ?? message?.usage;
      return [reported?.input_tokens, reported?.output_tokens];
    },
  },
  'gemini-generate': {
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: () => ({
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
      generationConfig: { maxOutputTokens: MAX_TOKENS },
    }),
    textOf: ({ candidates }) => joined(candidates?.[0]?.content?.parts),
    usageOf: ({ usageMetadata: reported }) => [
      reported?.promptTokenCount,
      reported?.candidatesTokenCount,
    ],
  },
};

/** Whether a response of the mock, in the client's dialect, has all of its text and its usage. */
export function isWholeFor(client: Dialect, stream: boolean, response: string): boolean {
  const { textOf, usageOf } = CLIENTS[client];
  const parts = stream ? readEvents(response) : [JSON.parse(response) as Part];
  let input: number | undefined;
  let output: number | undefined;
  for (const part of parts) {
    const [read, written] = usageOf(part);
    input = read ?? input;
    output = written ?? output;
  }
  const expected = stream ? STREAM_USAGE : ANSWER_USAGE;
  return (
    parts.map((part) => textOf(part) ?? '').join('') === (stream ? STREAM_TEXT : ANSWER_TEXT) &&
    input === expected.input &&
    output === expected.output
  );
}

function readEvents(text: string): Part[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)) as Part);
}
