import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import {
  lossesOf,
  receiveAnswer,
  receiveStream,
  sendUpstream,
  translationOf,
  type CallOptions,
} from '../testing/translate-call.ts';

/** The known losses of other gateways between OpenAI chat clients and Gemini upstreams. */
const chat = (body: object, model = 'gemini-2.5-flash'): CallOptions => ({
  from: 'openai-chat',
  to: 'gemini-generate',
  model,
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }], ...body },
});
const candidate = (parts: object[], finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) },
  ],
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount: 7,
    thoughtsTokenCount: 11,
    totalTokenCount: 23,
  },
});

describe('an OpenAI chat request at a Gemini upstream', () => {
  it('loss 19: keeps system messages apart, and names results by the call that they answer', () => {
    const messages = [
      { role: 'system', content: 'A' },
      { role: 'system', content: 'B' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'now', arguments: '{"x":1}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
    ];
    expect(sendUpstream(chat({ messages }))).toMatchObject({
      systemInstruction: { parts: [{ text: 'A' }, { text: 'B' }] },
      contents: [
        { role: 'user' },
        { role: 'model', parts: [{ functionCall: { id: 'a', name: 'now', args: { x: 1 } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { id: 'a', name: 'now', response: { output: 'noon' } } }],
        },
      ],
    });
  });

  it('loss 20: cleans schemas of all that Google refuses, at any depth, and switches no tool on', () => {
    const parameters = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      $defs: { city: { type: 'string', const: 'Paris' } },
      properties: {
        where: { $ref: '#/$defs/city' },
        maybe: { type: ['string', 'null'], format: 'uri', default: 'x' },
        deep: {
          type: 'object',
          patternProperties: { '^a': {} },
          properties: { n: { type: 'integer', exclusiveMinimum: 1 } },
        },
      },
      required: ['where', 'gone'],
    };
    const tools = ['search', 'googleSearch'].map((name) => ({
      type: 'function',
      function: { name, parameters },
    }));
    const sent = sendUpstream(chat({ tools }));
    expect(sent.tools).toHaveLength(1);
    expect(sent.tools?.[0]?.functionDeclarations?.[1]).toEqual({
      name: 'googleSearch',
      parameters: {
        type: 'object',
        properties: {
          where: { type: 'string', enum: ['Paris'] },
          maybe: { type: 'string', nullable: true },
          deep: { type: 'object', properties: { n: { type: 'integer' } } },
        },
        required: ['where'],
      },
    });
    expect(lossesOf(chat({ tools }))).toEqual(['schema;approximated']);
  });

  it('loss 21: keeps tool choice, stop, penalties, seed, logprobs, audio and files', () => {
    const content = [
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' } },
      ...Array.from({ length: 20 }, () => ({
        type: 'image_url',
        image_url: { url: 'data:image/png;base64,CCCC' },
      })),
    ];
    const sent = sendUpstream(
      chat({
        messages: [{ role: 'user', content }],
        tools: [
          {
            type: 'function',
            function: { name: 'now', parameters: { type: 'object', properties: {} } },
          },
        ],
        tool_choice: { type: 'function', function: { name: 'now' } },
        stop: ['a'],
        frequency_penalty: 0.5,
        presence_penalty: 0.25,
        seed: 7,
        logprobs: true,
        top_logprobs: 3,
      }),
    );
    expect(sent.contents?.[0]?.parts).toHaveLength(22);
    expect(sent).toMatchObject({
      contents: [
        {
          parts: [
            { inlineData: { mimeType: 'audio/mp3', data: 'AAAA' } },
            { inlineData: { mimeType: 'application/pdf', data: 'BBBB' } },
            { inlineData: { mimeType: 'image/png', data: 'CCCC' } },
          ].concat(
            Array.from({ length: 19 }, () => ({
              inlineData: { mimeType: 'image/png', data: 'CCCC' },
            })),
          ),
        },
      ],
      tools: [{ functionDeclarations: [{ name: 'now' }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['now'] } },
      generationConfig: {
        stopSequences: ['a'],
        frequencyPenalty: 0.5,
        presencePenalty: 0.25,
        seed: 7,
        responseLogprobs: true,
        logprobs: 3,
      },
    });
    expect(sent.tools?.[0]?.functionDeclarations?.[0]).not.toHaveProperty('parameters');
  });
});

describe('a Gemini answer for an OpenAI chat client', () => {
  it('loss 22: joins texts as they came, keeps thoughts apart, bills them, keeps signatures', () => {
    const parts = [
      { text: 'Hm', thought: true },
      { text: '# A' },
      { text: '\n' },
      { text: 'B' },
      { functionCall: { name: 'now', args: {} }, thoughtSignature: 'c2ln' },
    ];
    const answer = receiveAnswer(chat({}), candidate(parts, 'STOP'));
    const message = answer.choices?.[0]?.message;
    expect(message).toMatchObject({ content: '# A\nB', reasoning_content: 'Hm' });
    expect(answer.usage).toMatchObject({
      prompt_tokens: 5,
      completion_tokens: 18,
      completion_tokens_details: { reasoning_tokens: 11 },
    });
    const next = {
      messages: [
        { role: 'user', content: 'Hi' },
        message,
        { role: 'tool', tool_call_id: message?.tool_calls?.[0]?.id, content: 'x' },
      ],
    };
    const sent = sendUpstream(chat(next));
    expect(sent.contents?.[1]?.parts?.at(-1)).toMatchObject({
      functionCall: { name: 'now' },
      thoughtSignature: 'c2ln',
    });
    const chunks = receiveStream(chat({ stream: true }), [
      candidate([{ text: 'A' }, { text: '\n' }]),
      candidate([{ text: 'B' }], 'STOP'),
    ]);
    expect(chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('')).toBe('A\nB');
  });

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['RECITATION', 'content_filter'],
    ['MALFORMED_FUNCTION_CALL', 'stop'],
    ['OTHER', 'stop'],
  ])('loss 23: tells %s as %s', (reason, finish) => {
    const answer = receiveAnswer(chat({}), candidate([{ text: 'x' }], reason));
    expect(answer.choices?.[0]?.finish_reason).toBe(finish);
  });

  it('loss 23: gives calls without ids the same ids each time, and other ids in other answers', () => {
    const parts = [
      { functionCall: { name: 'a', args: {} } },
      { functionCall: { name: 'b', args: {} } },
    ];
    const ids = () =>
      receiveAnswer(chat({}), candidate(parts, 'STOP')).choices?.[0]?.message?.tool_calls?.map(
        ({ id }) => String(id),
      );
    expect(ids()).toEqual(['call_req1_0', 'call_req1_1']);
    expect(ids()).toEqual(ids());
  });

  it('loss 23: a blocked prompt is an answer that a filter stopped, with its tokens billed', () => {
    const body = {
      promptFeedback: { blockReason: 'SAFETY' },
      usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
    };
    const result = translationOf(chat({})).readAnswer(encodeText(JSON.stringify(body)));
    expect(result).toMatchObject({ ok: true, usage: { promptTokens: 8, completionTokens: 0 } });
    expect(receiveAnswer(chat({}), body).choices?.[0]?.finish_reason).toBe('content_filter');
  });
});
