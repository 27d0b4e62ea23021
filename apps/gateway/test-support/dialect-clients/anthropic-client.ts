import Anthropic from '@anthropic-ai/sdk';
import type {
  Message,
  MessageCreateParamsBase,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import {
  type Reply,
  CITY,
  type ClientTarget,
  type DialectClient,
  type Question,
  turnsOf,
} from './dialect-client.ts';

/** Creates a client with the `@anthropic-ai/sdk` package. */
export function createMessagesClient({ url, secret }: ClientTarget): DialectClient {
  const client = new Anthropic({ apiKey: secret, baseURL: url, maxRetries: 0 });
  return {
    async ask(question) {
      const request = buildRequest(question);
      if (question.stream !== true)
        return readMessage(await client.messages.create({ ...request, stream: false }), 1);
      const stream = client.messages.stream({ ...request, stream: true });
      let chunks = 0;
      stream.on('text', () => {
        chunks += 1;
      });
      const message = await stream.finalMessage();
      return readMessage(message, chunks);
    },
  };
}

function buildRequest(question: Question): MessageCreateParamsBase {
  const { model, text, image, tools, maxTokens = 4096 } = question;
  const messages: MessageParam[] = [
    {
      role: 'user',
      content: [
        { type: 'text', text },
        ...(image === undefined
          ? []
          : [
              {
                type: 'image' as const,
                source: { type: 'base64' as const, media_type: 'image/png' as const, data: image },
              },
            ]),
      ],
    },
  ];
  for (const turn of turnsOf(question)) {
    messages.push({ role: 'assistant', content: turn.response.turn as Message['content'] });
    const results = turn.results.map((content, index) => ({
      type: 'tool_result' as const,
      tool_use_id: turn.response.calls[index]?.id ?? '',
      content,
    }));
    const said = turn.text === undefined ? [] : [{ type: 'text' as const, text: turn.text }];
    messages.push({ role: 'user', content: [...results, ...said] });
  }
  return {
    model,
    messages,
    max_tokens: maxTokens,
    ...(question.thinks ? { thinking: { type: 'enabled', budget_tokens: 1024 } } : {}),
    ...(tools ? { tools: tools.map((name) => ({ name, input_schema: CITY })) } : {}),
  };
}

function readMessage({ content, usage }: Message, chunks: number): Reply {
  const response: Reply = {
    text: '',
    thinking: '',
    calls: [],
    pieces: chunks,
    turn: content,
    usage: {
      input:
        usage.input_tokens +
        (usage.cache_read_input_tokens ?? 0) +
        (usage.cache_creation_input_tokens ?? 0),
      output: usage.output_tokens,
    },
  };
  for (const block of content) {
    if (block.type === 'text') response.text += block.text;
    if (block.type === 'thinking') response.thinking += block.thinking;
    if (block.type === 'tool_use')
      response.calls.push({ id: block.id, name: block.name, args: block.input });
  }
  return response;
}
