import { describe, expect, it } from 'vitest';
import { decodeText } from '../json/parse-json.ts';
import { encodeText } from '../json/encode-text.ts';
import { findProvider } from './index.ts';
import type { TransportCall } from './upstream-transport.ts';

const ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'p1',
  private_key_id: 'k1',
  private_key: 'pem',
  client_email: 'a@p1.iam.gserviceaccount.com',
});

function host(type: number, call: Partial<TransportCall>) {
  return findProvider(type)?.transport?.({
    kind: 'chat',
    model: 'm',
    client: 'openai-chat',
    key: 'k',
    baseUrl: '',
    other: '',
    ...call,
  });
}

describe('Claude on Bedrock', () => {
  const aws = (model: string, region = 'us-east-1', other = '') =>
    host(33, { key: `AK|SK|${region}`, model, other });

  it.each([
    ['claude-sonnet-4-5', 'us-west-2', '', 'us.anthropic.claude-sonnet-4-5-20250929-v1%3A0'],
    [
      'claude-sonnet-4-5-20250929',
      'eu-north-1',
      '',
      'eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0',
    ],
    ['claude-sonnet-4-6', 'ap-northeast-1', '', 'jp.anthropic.claude-sonnet-4-6'],
    ['claude-opus-4-6', 'ap-southeast-2', '', 'au.anthropic.claude-opus-4-6-v1'],
    ['claude-opus-5', 'ap-northeast-1', '', 'global.anthropic.claude-opus-5'],
    ['claude-opus-5', 'sa-east-1', '', 'global.anthropic.claude-opus-5'],
    ['claude-sonnet-9', 'us-east-1', '', 'global.anthropic.claude-sonnet-9'],
    ['claude-sonnet-9', 'us-east-1', 'us.', 'us.anthropic.claude-sonnet-9'],
    ['claude-3-haiku-20240307', 'us-east-1', 'none', 'anthropic.claude-3-haiku-20240307-v1%3A0'],
    ['us.anthropic.claude-x-v1:0', 'eu-west-1', '', 'us.anthropic.claude-x-v1%3A0'],
  ])('maps %s in %s (profile "%s") to its id there', (model, region, other, id) => {
    const transport = aws(model, region, other);
    const root = `https://bedrock-runtime.${region}.amazonaws.com/model/${id}`;
    expect(transport?.url).toBe(`${root}/invoke`);
    expect(transport?.streamUrl).toBe(`${root}/invoke-with-response-stream`);
  });

  it('supports a URL of its own, such as a private endpoint', () => {
    const call = {
      key: 'AK|SK|us-east-1',
      model: 'claude-opus-5',
      baseUrl: 'https://vpce.example/',
    };
    expect(host(33, call)?.url).toMatch(/^https:\/\/vpce\.example\/model\//);
  });

  it.each(['AK|SK', 'AK|SK|nowhere', 'AK|SK|evil.example/x-1', 'sk-1', 'a|b|c|d|e'])(
    'makes no call with the key %s',
    (key) => {
      expect(host(33, { key, model: 'claude-opus-5' })).toBeUndefined();
    },
  );

  it('accepts only chats', () => {
    expect(host(33, { key: 'AK|SK|us-east-1', kind: 'embeddings' })).toBeUndefined();
  });
});

describe('Vertex AI', () => {
  const vertex = (model: string, other = '') => host(41, { key: ACCOUNT, model, other });

  it.each([
    ['', 'https://aiplatform.googleapis.com', 'global'],
    ['us-central1', 'https://us-central1-aiplatform.googleapis.com', 'us-central1'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com', 'eu'],
    [
      '{"default":"europe-west4"}',
      'https://europe-west4-aiplatform.googleapis.com',
      'europe-west4',
    ],
    [
      '{"gemini-2.5-pro":"us-east5","default":"eu"}',
      'https://us-east5-aiplatform.googleapis.com',
      'us-east5',
    ],
  ])('with the region %s is called at %s', (other, origin, region) => {
    const root = `${origin}/v1/projects/p1/locations/${region}/publishers/google/models/gemini-2.5-pro`;
    expect(vertex('gemini-2.5-pro', other)).toMatchObject({
      format: 'gemini-generate',
      url: `${root}:generateContent`,
      streamUrl: `${root}:streamGenerateContent?alt=sse`,
      countUrl: `${root}:countTokens`,
    });
  });

  it.each([
    ['claude-sonnet-4-5', 'claude-sonnet-4-5@20250929'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5@20251001'],
    ['claude-opus-5-5', 'claude-opus-5-5'],
    ['claude-opus-5@default', 'claude-opus-5@default'],
  ])('calls %s by the id %s', (model, id) => {
    const root = `https://us-east5-aiplatform.googleapis.com/v1/projects/p1/locations/us-east5/publishers/anthropic/models/${id}`;
    expect(vertex(model, 'us-east5')).toMatchObject({
      format: 'anthropic-messages',
      url: `${root}:rawPredict`,
      streamUrl: `${root}:streamRawPredict`,
    });
  });

  it("calls models of other publishers in OpenAI's dialect", () => {
    expect(vertex('meta/llama-4-maverick', 'us-east5')).toMatchObject({
      format: 'openai-chat',
      url: 'https://us-east5-aiplatform.googleapis.com/v1/projects/p1/locations/us-east5/endpoints/openapi/chat/completions',
    });
  });

  it('accepts an API key for Gemini only', () => {
    expect(host(41, { key: 'AQ.simulated-key', model: 'gemini-2.5-flash' })).toMatchObject({
      url: 'https://aiplatform.googleapis.com/v1/publishers/google/models/gemini-2.5-flash:generateContent',
      headers: { 'x-goog-api-key': 'AQ.simulated-key' },
    });
    expect(host(41, { key: 'AQ.simulated-key', model: 'claude-opus-5' })).toBeUndefined();
  });

  it.each(['evil.example/', '{"default":7}', 'a b'])('makes no call in the region %s', (other) => {
    expect(vertex('gemini-2.5-pro', other)).toBeUndefined();
  });

  it('receives the role of every content, which Gemini itself lets clients omit', () => {
    const wrap = (body: object) => {
      const bytes = encodeText(JSON.stringify(body));
      const context = { stream: false, betas: '' };
      return decodeText(vertex('gemini-2.5-pro')?.wrapBody?.(bytes, context) ?? bytes);
    };
    const bare = { contents: [{ parts: [{ text: 'Hi' }] }, { role: 'model', parts: [] }], x: 1 };
    expect(JSON.parse(wrap(bare))).toEqual({
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        { role: 'model', parts: [] },
      ],
      x: 1,
    });
    const requestBody = { contents: [{ role: 'user', parts: [] }], n: 1e21 };
    expect(wrap(requestBody)).toBe(JSON.stringify(requestBody));
  });
});

describe('Baidu keys of the form AK|SK', () => {
  const baidu = (call: Partial<TransportCall>) => host(15, { key: 'ak|s/k', ...call });

  it.each([
    ['ERNIE-4.0-8K', 'completions_pro'],
    ['ernie-3.5-8k', 'completions'],
    ['ERNIE-Speed-8K', 'ernie_speed'],
    ['ERNIE-Speed-128K', 'ernie-speed-128k'],
    ['ERNIE-Tiny-8K', 'ernie-tiny-8k'],
    ['BLOOMZ-7B', 'bloomz_7b1'],
  ])('call %s at /chat/%s', (model, end) => {
    expect(baidu({ model })?.url).toBe(
      `https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/${end}`,
    );
  });

  it('send embedding inputs as a list', () => {
    const transport = baidu({ kind: 'embeddings', model: 'bge-large-zh' });
    expect(transport?.url).toMatch(/\/embeddings\/bge_large_zh$/);
    const body = encodeText(JSON.stringify({ model: 'm', input: 'one', user: 'u' }));
    const wrapped = transport?.wrapBody?.(body, { stream: false, betas: '' });
    expect(decodeText(wrapped ?? body)).toBe('{"input":["one"],"user_id":"u"}');
  });

  it('leave newer keys to the newer API', () => {
    expect(baidu({ key: 'bce-v3/ALTAK-a/b' })).toBeUndefined();
  });
});

describe('other key formats', () => {
  it.each([
    [23, 'sk-1'],
    [23, 'id|key'],
    [16, 'sk-1'],
    [26, 'some.key'],
  ])('of type %i are sent as they are: %s', (type, key) => {
    expect(host(type, { key })).toBeUndefined();
  });
});
