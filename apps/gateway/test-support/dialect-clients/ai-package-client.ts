import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { Dialect } from '@tollgate/dialects';
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  tool,
} from 'ai';
import {
  type Reply,
  CITY,
  type ClientTarget,
  type DialectClient,
  type Question,
} from './dialect-client.ts';

/** Creates a client with the `ai` package and its provider for a dialect. */
export function createAiPackageClient(
  { url, secret }: ClientTarget,
  dialect: Dialect,
): DialectClient {
  const modelOf = providers[dialect](url, secret);
  return {
    async ask(question) {
      const call = {
        model: modelOf(question.model),
        messages: messagesOf(question),
        maxRetries: 0,
        providerOptions: question.thinks ? THINKING : {},
        ...(question.maxTokens === undefined ? {} : { maxOutputTokens: question.maxTokens }),
        ...(question.tools ? { tools: toolsOf(question.tools) } : {}),
      };
      try {
        return question.stream === true ? await readStream(call) : await readWhole(call);
      } catch (error) {
        throw APICallError.isInstance(error)
          ? Object.assign(error, { status: error.statusCode })
          : error;
      }
    },
  };
}

type Call = Parameters<typeof generateText>[0] & { messages: ModelMessage[] };

const providers: Readonly<
  Record<Dialect, (url: string, apiKey: string) => (model: string) => LanguageModel>
> = {
  'openai-chat': (url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat,
  'openai-responses': (url, apiKey) => createOpenAI({ baseURL: `${url}/v1`, apiKey }).responses,
  'anthropic-messages': (url, apiKey) => createAnthropic({ baseURL: `${url}/v1`, apiKey }),
  'gemini-generate': (url, apiKey) =>
    createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey }),
};

const THINKING = {
  openai: { reasoningSummary: 'auto', forceReasoning: true, store: false },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } },
  google: { thinkingConfig: { includeThoughts: true } },
};

const toolsOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, tool({ inputSchema: jsonSchema(CITY) })]));

function messagesOf({ text, image, after }: Question): ModelMessage[] {
  const imagePart = { type: 'file' as const, mediaType: 'image/png', data: image ?? '' };
  const userMessage: ModelMessage = {
    role: 'user',
    content: [{ type: 'text', text }, ...(image === undefined ? [] : [imagePart])],
  };
  if (!after) return [userMessage];
  const results = after.results.map((value, index) => ({
    type: 'tool-result' as const,
    toolCallId: after.response.calls[index]?.id ?? '',
    toolName: after.response.calls[index]?.name ?? '',
    output: { type: 'text' as const, value },
  }));
  return [
    userMessage,
    ...(after.response.turn as ModelMessage[]),
    { role: 'tool', content: results },
  ];
}

async function readWhole(call: Call): Promise<Reply> {
  const { text, finalStep, toolCalls, usage, responseMessages } = await generateText(call);
  return {
    text,
    thinking: finalStep.reasoningText ?? '',
    calls: toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      args: input as unknown,
    })),
    pieces: 1,
    turn: responseMessages,
    usage: { input: usage.inputTokens ?? -1, output: usage.outputTokens ?? -1 },
  };
}

async function readStream(call: Call): Promise<Reply> {
  const result = streamText({ ...call, onError: () => undefined });
  const response: Reply = {
    text: '',
    thinking: '',
    calls: [],
    pieces: 0,
    turn: undefined,
    usage: { input: -1, output: -1 },
  };
  for await (const part of result.stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') {
      response.text += part.text;
      response.pieces += 1;
    }
    if (part.type === 'reasoning-delta') response.thinking += part.text;
    if (part.type === 'tool-call')
      response.calls.push({
        id: part.toolCallId,
        name: part.toolName,
        args: part.input as unknown,
      });
  }
  const { inputTokens = -1, outputTokens = -1 } = await result.usage;
  response.usage = { input: inputTokens, output: outputTokens };
  response.turn = await result.responseMessages;
  return response;
}
