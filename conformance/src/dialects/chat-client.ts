import { assertRule, parseJson } from './assert-rule.ts';
import { readChatStream, textInChat } from './chat-stream.ts';
import { readChatMessage, readChatUsage } from './chat-message.ts';
import {
  CITY,
  type ClientError,
  type DialectClient,
  type Entry,
  type ChatInput,
  type WireRequest,
} from './conversation.ts';

/** A client of OpenAI's chat completions. */
export const chatClient: DialectClient = {
  dialect: 'chat',
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  build,
  read(body) {
    const { object, choices, usage } = body as {
      object: unknown;
      choices?: unknown;
      usage: unknown;
    };
    assertRule(object === 'chat.completion', 'chat/object', `object is ${String(object)}`);
    assertRule(
      Array.isArray(choices) && choices.length === 1,
      'chat/choices-array',
      'one choice was asked for',
    );
    const [{ message, finish_reason }] = choices as [{ message: object; finish_reason: unknown }];
    return { ...readChatMessage(message, finish_reason), usage: readChatUsage(usage) };
  },
  readStream: readChatStream,
  readError: (_status, body) => readOpenAiError(body, 'chat/error-shape'),
  errorIn({ data }) {
    if (data === '[DONE]') return undefined;
    const { error } = parseJson(data) as { error?: unknown };
    return error === undefined ? undefined : readOpenAiError({ error }, 'chat/error-shape');
  },
  textIn: textInChat,
};

/** Parses `{error: {message, type, code, param}}`. */
export function readOpenAiError(
  body: unknown,
  rule: 'chat/error-shape' | 'responses/error-shape',
): ClientError {
  const { error } = (body ?? {}) as { error?: Record<string, unknown> };
  const isWhole = typeof error?.['message'] === 'string' && typeof error['type'] === 'string';
  assertRule(isWhole && 'code' in error && 'param' in error, rule, JSON.stringify(body));
  return {
    message: error['message'] as string,
    type: error['type'] as string,
    code: (error['code'] as string | null) ?? undefined,
  };
}

function build(question: ChatInput): WireRequest {
  const { model, history, stream, system, tools, thinks, schema, limit, sampling, toolSchema } =
    question;
  return {
    path: '/v1/chat/completions',
    headers: {},
    body: {
      model,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', content: system }]),
        ...history.flatMap(renderEntry),
      ],
      ...(stream ? { stream: true, stream_options: { include_usage: true } } : {}),
      ...(tools
        ? {
            tools: tools.map((name) => ({
              type: 'function',
              function: { name, description: `Asks for ${name}.`, parameters: toolSchema ?? CITY },
            })),
          }
        : {}),
      ...(thinks ? { reasoning_effort: 'medium' } : {}),
      ...(schema
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: 'answer', strict: true, schema },
            },
          }
        : {}),
      ...(limit === undefined
        ? {}
        : { [sampling ? 'max_tokens' : 'max_completion_tokens']: limit }),
      ...(sampling ? { temperature: 0.2, top_p: 0.9, stop: ['END'] } : {}),
    },
  };
}

function renderEntry(entry: Entry): object[] {
  switch (entry.kind) {
    case 'user': {
      const { text, image, document } = entry;
      const media = [
        ...(image === undefined
          ? []
          : [{ type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } }]),
        ...(document === undefined
          ? []
          : [
              {
                type: 'file',
                file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${document}` },
              },
            ]),
      ];
      return [
        { role: 'user', content: media.length === 0 ? text : [{ type: 'text', text }, ...media] },
      ];
    }
    case 'answer':
      return [entry.turn as object];
    case 'results':
      return entry.results.map(({ call, output }) => ({
        role: 'tool',
        tool_call_id: call.id,
        content: output,
      }));
  }
}
