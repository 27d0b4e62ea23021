import { describe, expect, it } from 'vitest';
import {
  warningsOf,
  receiveResponse,
  sendUpstream,
  tryTranslation,
  type CallOptions,
} from '../testing/translate-call.ts';

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } } };
const TOOL = { type: 'function', function: { name: 'get', description: 'd', parameters: SCHEMA } };
const call = (id: string, city: string) => ({
  id,
  type: 'function',
  function: { name: 'get', arguments: JSON.stringify({ city }) },
});
const MESSAGES = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Weather?' },
  { role: 'assistant', content: null, tool_calls: [call('c1', 'Rome'), call('c2', 'Paris')] },
  { role: 'tool', tool_call_id: 'c1', content: 'sun' },
  { role: 'tool', tool_call_id: 'c2', content: 'rain' },
];
const to = (format: 'baidu-chat' | 'hunyuan-chat', body: object): CallOptions => ({
  from: 'openai-chat',
  to: format,
  body: { model: 'm', messages: MESSAGES, ...body },
});
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

describe("Baidu's first chat API", () => {
  const baidu = (body: object) => to('baidu-chat', body);

  it('receives parallel calls one after another, alternating with their results', () => {
    expect(sendUpstream(baidu({ tools: [TOOL], max_tokens: 9, top_p: 0.5, user: 'u' }))).toEqual({
      system: 'Be kind.',
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: '',
          function_call: { name: 'get', arguments: '{"city":"Rome"}' },
        },
        { role: 'function', name: 'get', content: 'sun' },
        {
          role: 'assistant',
          content: '',
          function_call: { name: 'get', arguments: '{"city":"Paris"}' },
        },
        { role: 'function', name: 'get', content: 'rain' },
      ],
      functions: [{ name: 'get', description: 'd', parameters: SCHEMA }],
      max_output_tokens: 9,
      top_p: 0.5,
      user_id: 'u',
    });
  });

  it('receives the user first and last, and consecutive messages of one side merged', () => {
    const messages = [
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'one' },
      { role: 'user', content: 'two' },
      { role: 'assistant', content: 'half' },
    ];
    const sent = sendUpstream(baidu({ messages }));
    expect(sent.messages).toEqual([
      { role: 'user', content: 'Continue.' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'one\n\ntwo' },
      { role: 'assistant', content: 'half' },
      { role: 'user', content: 'Continue.' },
    ]);
    expect(warningsOf(baidu({ messages }))).toEqual([
      'opening;approximated',
      'prefill;approximated',
    ]);
  });

  it("keeps temperatures within limits, names one function, and warns of what it can't express", () => {
    const named = { type: 'function', function: { name: 'get' } };
    const sent = sendUpstream(baidu({ temperature: 2, tools: [TOOL], tool_choice: named }));
    expect(sent).toMatchObject({ temperature: 1, tool_choice: named });
    expect(sendUpstream(baidu({ temperature: 0 }))).toMatchObject({ temperature: 0.01 });
    expect(
      warningsOf(baidu({ temperature: 2, seed: 1, tools: [TOOL], tool_choice: 'required' })),
    ).toEqual(['seed;dropped', 'temperature;approximated', 'tool_choice;dropped']);
    expect(sendUpstream(baidu({ tools: [TOOL], tool_choice: 'none' }))).not.toHaveProperty(
      'functions',
    );
  });

  it('receives no images', () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Look' }, IMAGE] }];
    expect(tryTranslation(baidu({ messages }))).toMatchObject({
      ok: false,
      fault: { code: 'unsupported_by_upstream' },
    });
  });

  it('counts everything except the prompt as completion', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 0, total_tokens: 25 };
    expect(receiveResponse(baidu({}), { id: 'x', result: 'Hi', usage })).toMatchObject({
      usage: { prompt_tokens: 10, completion_tokens: 15 },
    });
  });
});

describe("Hunyuan's own API", () => {
  const hunyuan = (body: object) => to('hunyuan-chat', body);

  it('receives the request with its own names, and schemas as text', () => {
    const sent = sendUpstream(
      hunyuan({
        tools: [TOOL],
        tool_choice: 'auto',
        temperature: 0.5,
        top_p: 0.4,
        stop: ['x'],
        seed: 7,
      }),
    );
    expect(sent).toEqual({
      Model: 'some-model',
      Messages: [
        { Role: 'system', Content: 'Be kind.' },
        { Role: 'user', Content: 'Weather?' },
        {
          Role: 'assistant',
          Content: '',
          ToolCalls: [
            { Id: 'c1', Type: 'function', Function: { Name: 'get', Arguments: '{"city":"Rome"}' } },
            {
              Id: 'c2',
              Type: 'function',
              Function: { Name: 'get', Arguments: '{"city":"Paris"}' },
            },
          ],
        },
        { Role: 'tool', ToolCallId: 'c1', Content: 'sun' },
        { Role: 'tool', ToolCallId: 'c2', Content: 'rain' },
      ],
      Stream: false,
      Temperature: 0.5,
      TopP: 0.4,
      Seed: 7,
      Stop: ['x'],
      Tools: [
        {
          Type: 'function',
          Function: { Name: 'get', Description: 'd', Parameters: JSON.stringify(SCHEMA) },
        },
      ],
      ToolChoice: 'auto',
    });
  });

  it('receives images and the tool choice, with warnings for what it does not support', () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Look' }, IMAGE] }];
    const named = { type: 'function', function: { name: 'get' } };
    expect(sendUpstream(hunyuan({ messages, tools: [TOOL], tool_choice: named }))).toMatchObject({
      Messages: [
        {
          Contents: [
            { Type: 'text', Text: 'Look' },
            { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AAAA' } },
          ],
        },
      ],
      ToolChoice: 'custom',
      CustomTool: { Function: { Name: 'get' } },
    });
    expect(
      warningsOf(hunyuan({ max_tokens: 9, user: 'u', tools: [TOOL], tool_choice: 'required' })),
    ).toEqual(['max_tokens;dropped', 'user;dropped', 'tool_choice;approximated']);
  });
});

describe('an error with status 200', () => {
  const faultOf = (format: 'baidu-chat' | 'hunyuan-chat', body: object) => {
    const opened = tryTranslation(to(format, {}));
    if (!opened.ok) throw new Error('no translation');
    const read = opened.translation.readResponse(new TextEncoder().encode(JSON.stringify(body)));
    return read.ok ? undefined : read.fault;
  };

  it.each<[number, object]>([
    [110, { kind: 'auth', http: 401, bannable: true }],
    [17, { kind: 'rate-limit', http: 429, retryable: true }],
    [18, { kind: 'rate-limit', http: 429, retryable: true }],
    [2, { kind: 'overload', retryable: true }],
    [336_003, { kind: 'invalid-request', http: 400, retryable: false }],
    [19, { kind: 'quota', bannable: true }],
    [6, { kind: 'not-found', retryable: true, bannable: false }],
    [987_654, { kind: 'server', retryable: true, bannable: false }],
  ])('of Baidu with number %i is classified by its meaning', (error_code, expected) => {
    expect(faultOf('baidu-chat', { error_code, error_msg: 'x', id: '1' })).toMatchObject(expected);
  });

  it.each<[string, object]>([
    ['AuthFailure.SignatureFailure', { kind: 'auth', bannable: true }],
    ['AuthFailure.SecretIdNotFound', { kind: 'auth', bannable: true }],
    ['AuthFailure.SignatureExpire', { kind: 'auth', bannable: false, retryable: true }],
    ['RequestLimitExceeded', { kind: 'rate-limit', retryable: true, bannable: false }],
    ['FailedOperation.ServiceStop', { kind: 'quota', bannable: true }],
    ['InvalidParameterValue.Model', { kind: 'invalid-request', retryable: false }],
    ['InternalError', { kind: 'server', retryable: true }],
  ])('of Tencent Cloud with code %s is classified by its meaning', (Code, expected) => {
    const body = { Response: { Error: { Code, Message: 'x' }, RequestId: 'r' } };
    expect(faultOf('hunyuan-chat', body)).toMatchObject(expected);
  });
});
