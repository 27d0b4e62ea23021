import { assertRule, parseJson } from './assert-rule.ts';
import { readOpenAiError } from './chat-client.ts';
import {
  CITY,
  type DialectClient,
  type Entry,
  type ChatInput,
  type WireRequest,
} from './conversation.ts';
import { checkResource, type Item, readItems, readResponsesUsage } from './responses-items.ts';
import { readResponsesStream, textInResponses } from './responses-stream.ts';

/** A client of OpenAI's responses that stores the conversation itself (`store: false`). */
export const responsesClient: DialectClient = {
  dialect: 'responses',
  keyHeaders: (key) => ({ authorization: `Bearer ${key}` }),
  build,
  read(body) {
    checkResource(body);
    const { output, status, usage } = body as { output: Item[]; status: string; usage: unknown };
    return { ...readItems(output, status), usage: readResponsesUsage(usage) };
  },
  readStream: readResponsesStream,
  readError: (_status, body) => readOpenAiError(body, 'responses/error-shape'),
  errorIn({ data }) {
    const event = parseJson(data) as {
      type?: string;
      message?: unknown;
      code?: string;
      response?: { error?: { message?: unknown; code?: string } };
    };
    const reported =
      event.type === 'error'
        ? event
        : event.type === 'response.failed'
          ? event.response?.error
          : undefined;
    if (event.type !== 'error' && event.type !== 'response.failed') return undefined;
    assertRule(typeof reported?.message === 'string', 'responses/error-shape', data);
    return { message: reported.message, type: event.type, code: reported.code };
  },
  textIn: textInResponses,
};

function build(question: ChatInput): WireRequest {
  const { model, history, stream, system, tools, thinks, schema, limit, sampling, toolSchema } =
    question;
  return {
    path: '/v1/responses',
    headers: {},
    body: {
      model,
      store: false,
      ...(system === undefined || history.length === 0 ? {} : { instructions: system }),
      input:
        history.length === 0
          ? [{ role: 'developer', content: system }]
          : history.flatMap(renderEntry),
      ...(stream ? { stream: true } : {}),
      ...(tools
        ? {
            tools: tools.map((name) => ({
              type: 'function',
              name,
              description: `Asks for ${name}.`,
              parameters: toolSchema ?? CITY,
              strict: false,
            })),
          }
        : {}),
      ...(thinks
        ? {
            reasoning: { effort: 'medium', summary: 'auto' },
            include: ['reasoning.encrypted_content'],
          }
        : {}),
      ...(schema
        ? { text: { format: { type: 'json_schema', name: 'answer', strict: true, schema } } }
        : {}),
      ...(limit === undefined ? {} : { max_output_tokens: limit }),
      ...(sampling ? { temperature: 0.2, top_p: 0.9 } : {}),
    },
  };
}

function renderEntry(entry: Entry): object[] {
  switch (entry.kind) {
    case 'user': {
      const { text, image, document } = entry;
      const content = [
        { type: 'input_text', text },
        ...(image === undefined
          ? []
          : [{ type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${image}` }]),
        ...(document === undefined
          ? []
          : [
              {
                type: 'input_file',
                filename: 'a.pdf',
                file_data: `data:application/pdf;base64,${document}`,
              },
            ]),
      ];
      return [{ type: 'message', role: 'user', content }];
    }
    case 'answer':
      return entry.turn as object[];
    case 'results':
      return entry.results.map(({ call, output }) => ({
        type: 'function_call_output',
        call_id: call.id,
        output,
      }));
  }
}
