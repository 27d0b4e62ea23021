import OpenAI from 'openai';
import type {
  ChatCompletionCreateParamsBase,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import {
  type Reply,
  CITY,
  type ClientTarget,
  type DialectClient,
  type Question,
  turnsOf,
} from './dialect-client.ts';

type ThinkingMessage = ChatCompletionMessage & { reasoning_content?: string };

/** Creates a client with the `openai` package, for chat completions. */
export function createChatClient({ url, secret }: ClientTarget): DialectClient {
  const client = new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 });
  return {
    async ask(question) {
      const request = buildRequest(question);
      if (question.stream !== true) {
        const response = await client.chat.completions.create({ ...request, stream: false });
        const message = response.choices[0]?.message as ThinkingMessage;
        const { prompt_tokens = -1, completion_tokens = -1 } = response.usage ?? {};
        return readMessage(message, 1, { input: prompt_tokens, output: completion_tokens });
      }
      const stream = client.chat.completions.stream({
        ...request,
        stream: true,
        stream_options: { include_usage: true },
      });
      let chunks = 0;
      let thinking = '';
      for await (const chunk of stream) {
        const delta = chunk.choices[0]?.delta as
          | { content?: string; reasoning_content?: string }
          | undefined;
        if (delta?.content) chunks += 1;
        thinking += delta?.reasoning_content ?? '';
      }
      const final = await stream.finalChatCompletion();
      const message = final.choices[0]?.message as ThinkingMessage;
      const { prompt_tokens = -1, completion_tokens = -1 } = final.usage ?? {};
      const usage = { input: prompt_tokens, output: completion_tokens };
      return { ...readMessage(message, chunks, usage), thinking };
    },
  };
}

function buildRequest(question: Question): ChatCompletionCreateParamsBase {
  const { model, text, image, tools, maxTokens } = question;
  const content: ChatCompletionMessageParam =
    image === undefined
      ? { role: 'user', content: text }
      : {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${image}` } },
          ],
        };
  const messages: ChatCompletionMessageParam[] = [content];
  for (const turn of turnsOf(question)) {
    messages.push(turn.response.turn as ChatCompletionMessageParam);
    for (const [index, result] of turn.results.entries())
      messages.push({
        role: 'tool',
        tool_call_id: turn.response.calls[index]?.id ?? '',
        content: result,
      });
    if (turn.text !== undefined) messages.push({ role: 'user', content: turn.text });
  }
  return {
    model,
    messages,
    ...(maxTokens === undefined ? {} : { max_completion_tokens: maxTokens }),
    ...(question.thinks ? { reasoning_effort: 'low' } : {}),
    ...(tools
      ? {
          tools: tools.map((name) => ({
            type: 'function' as const,
            function: { name, parameters: CITY },
          })),
        }
      : {}),
  };
}

function readMessage(message: ThinkingMessage, chunks: number, usage: Reply['usage']): Reply {
  return {
    text: message.content ?? '',
    thinking: message.reasoning_content ?? '',
    calls: (message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function'
        ? [
            {
              id: call.id,
              name: call.function.name,
              args: JSON.parse(call.function.arguments) as unknown,
            },
          ]
        : [],
    ),
    pieces: chunks,
    turn: message,
    usage,
  };
}
