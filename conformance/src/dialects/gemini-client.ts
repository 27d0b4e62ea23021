import { assertRule, parseJson } from './assert-rule.ts';
import {
  type Completion,
  CITY,
  type ClientError,
  type DialectClient,
  type Entry,
  type ChatInput,
  type StreamEvent,
  type WireRequest,
} from './conversation.ts';

type Part = {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args?: object };
};
interface Chunk {
  candidates?: { content?: { role?: string; parts?: Part[] }; finishReason?: string }[];
  usageMetadata?: Record<string, number>;
  error?: unknown;
}
const FINISHES = ['STOP', 'MAX_TOKENS'];

/** A client of Gemini's generateContent. */
export const geminiClient: DialectClient = {
  dialect: 'gemini',
  keyHeaders: (key) => ({ 'x-goog-api-key': key }),
  build,
  read: (body) => readChunks([body as Chunk], false),
  readStream: (events) =>
    readChunks(
      events.map(({ data }) => parseJson(data) as Chunk),
      true,
    ),
  readError: (status, body) => readError(body, status),
  errorIn({ data }) {
    const { error } = parseJson(data) as Chunk;
    return error === undefined ? undefined : readError({ error });
  },
  textIn: (events: readonly StreamEvent[]) =>
    events
      .flatMap(({ data }) => (parseJson(data) as Chunk).candidates?.[0]?.content?.parts ?? [])
      .map(({ text, thought }) => (thought ? '' : (text ?? '')))
      .join(''),
};

function readError(body: unknown, status?: number): ClientError {
  const { error } = (body ?? {}) as { error?: Record<string, unknown> };
  const { code, message, status: name } = error ?? {};
  const isWhole =
    typeof code === 'number' && typeof message === 'string' && typeof name === 'string';
  const fits = status === undefined || code === status;
  assertRule(isWhole && fits, 'gemini/error-shape', JSON.stringify(body));
  return { message, type: name, code };
}

function readChunks(chunks: readonly Chunk[], isStream: boolean): Completion {
  const parts: Part[] = [];
  for (const [index, chunk] of chunks.entries()) {
    const shown = JSON.stringify(chunk);
    const [candidate] = chunk.candidates ?? [];
    const isLast = index === chunks.length - 1;
    assertRule(candidate ?? (isStream && isLast), 'gemini/candidates', shown);
    const { role = 'model', parts: more = [] } = candidate?.content ?? {};
    assertRule(role === 'model', 'gemini/candidates', shown);
    for (const part of more) {
      const data = ['text', 'functionCall', 'inlineData'].filter((name) => name in part);
      assertRule(data.length === 1, 'gemini/one-datum-a-part', JSON.stringify(part));
    }
    parts.push(...more);
    if (candidate?.finishReason === undefined) assertRule(isStream, 'gemini/finish-last', shown);
    else assertRule(FINISHES.includes(candidate.finishReason), 'gemini/finish-last', shown);
  }
  const ends = chunks.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []);
  assertRule(ends.length === 1, 'gemini/finish-last', `${ends.length} finish reasons`);
  const textParts = parts.filter(
    ({ text, thoughtSignature }) => text !== '' || thoughtSignature !== undefined,
  );
  const join = (isThought: boolean) =>
    textParts.map(({ text = '', thought = false }) => (thought === isThought ? text : '')).join('');
  const calls = textParts.flatMap(({ functionCall }) => (functionCall ? [functionCall] : []));
  assertRule(
    calls.length > 0 || join(false) !== '',
    'gemini/nothing-empty',
    'neither a call nor a text',
  );
  return {
    text: join(false),
    thinking: join(true),
    calls: calls.map(({ id = '', name, args }) => ({ id, name, args: args ?? {} })),
    usage: readUsage(chunks.at(-1)?.usageMetadata),
    turn: { role: 'model', parts: textParts },
  };
}

function readUsage(usage: Chunk['usageMetadata']): Completion['usage'] {
  assertRule(usage, 'gemini/usage-last', 'the last chunk has no usageMetadata');
  const {
    promptTokenCount: input,
    candidatesTokenCount: output = 0,
    thoughtsTokenCount: thought = 0,
  } = usage;
  const isWhole = Number.isInteger(input) && Number.isInteger(output) && Number.isInteger(thought);
  assertRule(isWhole && input !== undefined, 'gemini/usage-numbers', JSON.stringify(usage));
  return { input, output: output + thought };
}

function build(question: ChatInput): WireRequest {
  const { model, history, stream, system, tools, thinks, schema, limit, sampling, toolSchema } =
    question;
  const config = {
    ...(thinks ? { thinkingConfig: { includeThoughts: true } } : {}),
    ...(schema ? { responseMimeType: 'application/json', responseJsonSchema: schema } : {}),
    ...(sampling ? { temperature: 0.2, topP: 0.9, topK: 40, stopSequences: ['END'] } : {}),
    ...(limit === undefined ? {} : { maxOutputTokens: limit }),
  };
  const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:${action}`,
    headers: {},
    body: {
      contents: history.map(renderEntry),
      ...(system === undefined ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      ...(tools
        ? {
            tools: [
              {
                functionDeclarations: tools.map((name) => ({
                  name,
                  description: `Asks for ${name}.`,
                  parametersJsonSchema: toolSchema ?? CITY,
                })),
              },
            ],
          }
        : {}),
      ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}),
    },
  };
}

function renderEntry(entry: Entry): object {
  switch (entry.kind) {
    case 'user': {
      const { text, image, document } = entry;
      const inline = (mimeType: string, data: string | undefined) =>
        data === undefined ? [] : [{ inlineData: { mimeType, data } }];
      return {
        role: 'user',
        parts: [...inline('image/png', image), ...inline('application/pdf', document), { text }],
      };
    }
    case 'answer':
      return entry.turn as object;
    case 'results':
      return {
        role: 'user',
        parts: entry.results.map(({ call: { id, name }, output }) => ({
          functionResponse: { ...(id === '' ? {} : { id }), name, response: { output } },
        })),
      };
  }
}
