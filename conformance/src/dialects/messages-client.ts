import { assertRule, parseJson } from './assert-rule.ts';
import {
  CITY,
  type ClientError,
  type DialectClient,
  type Entry,
  type ChatInput,
  type WireRequest,
} from './conversation.ts';
import { readBlocks, readMessagesUsage } from './messages-blocks.ts';
import { readMessagesStream, textInMessages } from './messages-stream.ts';

const LIMIT = 8192;

/** A client of Anthropic messages. */
export const messagesClient: DialectClient = {
  dialect: 'messages',
  keyHeaders: (key) => ({ 'x-api-key': key }),
  build,
  read(body) {
    const { type, role, content, stop_reason, usage } = body as Record<string, unknown>;
    assertRule(
      type === 'message' && role === 'assistant',
      'messages/start-first',
      JSON.stringify(body),
    );
    assertRule(Array.isArray(content), 'messages/start-first', 'content is no list');
    return { ...readBlocks(content, stop_reason), usage: readMessagesUsage(usage) };
  },
  readStream: readMessagesStream,
  readError: (_status, body) => readError(body),
  errorIn: ({ name, data }) => (name === 'error' ? readError(parseJson(data)) : undefined),
  textIn: textInMessages,
};

function readError(body: unknown): ClientError {
  const { type, error } = (body ?? {}) as { type?: unknown; error?: Record<string, unknown> };
  const isWhole = typeof error?.['type'] === 'string' && typeof error['message'] === 'string';
  assertRule(type === 'error' && isWhole, 'messages/error-shape', JSON.stringify(body));
  return { message: error['message'] as string, type: error['type'] as string, code: undefined };
}

function build(question: ChatInput): WireRequest {
  const { model, history, stream, system, tools, thinks, schema, limit, sampling, toolSchema } =
    question;
  return {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    body: {
      model,
      max_tokens: limit ?? LIMIT,
      ...(system === undefined ? {} : { system }),
      messages: history.map(renderEntry),
      ...(stream ? { stream: true } : {}),
      ...(tools
        ? {
            tools: tools.map((name) => ({
              name,
              description: `Asks for ${name}.`,
              input_schema: toolSchema ?? CITY,
            })),
          }
        : {}),
      ...(sampling ? { temperature: 0.2, stop_sequences: ['END'] } : {}),
      ...(thinks ? { thinking: { type: 'adaptive' } } : {}),
      ...(schema ? { output_config: { format: { type: 'json_schema', schema } } } : {}),
    },
  };
}

function renderEntry(entry: Entry): object {
  switch (entry.kind) {
    case 'user': {
      const { text, image, document } = entry;
      const source = (media_type: string, data: string) => ({ type: 'base64', media_type, data });
      return {
        role: 'user',
        content: [
          ...(image === undefined ? [] : [{ type: 'image', source: source('image/png', image) }]),
          ...(document === undefined
            ? []
            : [{ type: 'document', source: source('application/pdf', document) }]),
          { type: 'text', text },
        ],
      };
    }
    case 'answer':
      return { role: 'assistant', content: entry.turn };
    case 'results':
      return {
        role: 'user',
        content: entry.results.map(({ call, output }) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          content: output,
        })),
      };
  }
}
