import { findEventDefects, findResponseDefects } from '@tollgate/simulators';
import OpenAI from 'openai';
import { expect } from 'vitest';
import type {
  Response,
  ResponseCreateParamsBase,
  ResponseInput,
} from 'openai/resources/responses/responses';
import {
  type Reply,
  CITY,
  type ClientTarget,
  type DialectClient,
  type Question,
  turnsOf,
} from './dialect-client.ts';

/** Creates a client with the `openai` package, for responses. */
export function createResponsesClient({ url, secret }: ClientTarget): DialectClient {
  const client = new OpenAI({ apiKey: secret, baseURL: `${url}/v1`, maxRetries: 0 });
  return {
    async ask(question) {
      const request = buildRequest(question);
      if (question.stream !== true) {
        const response = await client.responses.create({ ...request, stream: false });
        expect(findResponseDefects(response)).toEqual([]);
        return readResponse(response, 1);
      }
      const stream = await client.responses.create({ ...request, stream: true });
      let chunks = 0;
      const events: unknown[] = [];
      for await (const event of stream) {
        events.push(event);
        expect(findEventDefects(events)).toEqual([]);
        if (event.type === 'response.output_text.delta') chunks += 1;
        if (event.type === 'response.completed' || event.type === 'response.incomplete')
          return readResponse(event.response, chunks);
      }
      throw new Error('the stream had no end');
    },
  };
}

function buildRequest(question: Question): ResponseCreateParamsBase {
  const { model, text, image, tools, maxTokens } = question;
  const input: ResponseInput = [
    {
      role: 'user',
      content: [
        { type: 'input_text', text },
        ...(image === undefined
          ? []
          : [
              {
                type: 'input_image' as const,
                detail: 'auto' as const,
                image_url: `data:image/png;base64,${image}`,
              },
            ]),
      ],
    },
  ];
  for (const turn of turnsOf(question)) {
    input.push(...(turn.response.turn as ResponseInput));
    for (const [index, output] of turn.results.entries())
      input.push({
        type: 'function_call_output',
        call_id: turn.response.calls[index]?.id ?? '',
        output,
      });
    if (turn.text !== undefined) input.push({ role: 'user', content: turn.text });
  }
  return {
    model,
    input,
    store: false,
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(question.thinks
      ? {
          reasoning: { effort: 'low', summary: 'auto' },
          include: ['reasoning.encrypted_content'],
        }
      : {}),
    ...(tools
      ? {
          tools: tools.map((name) => ({
            type: 'function' as const,
            name,
            parameters: CITY,
            strict: false,
          })),
        }
      : {}),
  };
}

function readResponse({ output, usage }: Response, chunks: number): Reply {
  const response: Reply = {
    text: '',
    thinking: '',
    calls: [],
    pieces: chunks,
    turn: output,
    usage: { input: usage?.input_tokens ?? -1, output: usage?.output_tokens ?? -1 },
  };
  for (const item of output) {
    if (item.type === 'reasoning')
      response.thinking += item.summary.map(({ text }) => text).join('');
    if (item.type === 'function_call')
      response.calls.push({
        id: item.call_id,
        name: item.name,
        args: JSON.parse(item.arguments) as unknown,
      });
    if (item.type === 'message')
      for (const part of item.content) if (part.type === 'output_text') response.text += part.text;
  }
  return response;
}
