import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { findChatEndpoint, findAuxiliaryEndpoint } from './find-endpoint.ts';
import { findProvider, findStreamOptionsPolicy, listProviders } from './index.ts';
import type { ProviderSpec } from './provider-spec.ts';
import { readModelList } from './read-model-list.ts';

const labels: readonly (readonly [number, string])[] = [
  [1, 'OpenAI'],
  [2, 'Midjourney Proxy'],
  [3, 'Azure OpenAI'],
  [4, 'Ollama'],
  [5, 'Midjourney Proxy Plus'],
  [8, 'custom'],
  [11, 'PaLM2'],
  [14, 'Claude'],
  [15, 'Baidu'],
  [16, 'ChatGLM'],
  [17, 'Qwen'],
  [18, 'Spark'],
  [19, '360'],
  [20, 'OpenRouter'],
  [21, 'AI Proxy knowledge base'],
  [22, 'FastGPT'],
  [23, 'Hunyuan'],
  [24, 'Gemini'],
  [25, 'Moonshot'],
  [26, 'GLM-4V'],
  [31, 'Yi'],
  [33, 'AWS Claude'],
  [34, 'Cohere'],
  [35, 'MiniMax'],
  [36, 'Suno'],
  [37, 'Dify'],
  [38, 'Jina'],
  [39, 'Cloudflare'],
  [40, 'SiliconCloud'],
  [41, 'Vertex AI'],
  [42, 'Mistral'],
  [43, 'DeepSeek'],
  [45, 'VolcEngine'],
  [46, 'Baidu V2'],
  [48, 'xAI'],
];

const provider = (type: number): ProviderSpec => {
  const spec = findProvider(type);
  if (!spec) throw new Error(`no provider ${type}`);
  return spec;
};
const endpoint = (type: number, client: Dialect = 'openai-chat', key = 'k', named?: Dialect) =>
  findChatEndpoint(provider(type), { key, client, named });
const chatUrl = (type: number, base: string, model = 'm', other = '') =>
  endpoint(type, 'openai-chat', 'bce-v3/k')?.url(base, { model, other });

describe('listProviders', () => {
  it('keeps the numbers stored in channels, each with its label', () => {
    const providerLabels = listProviders().map(({ type, label }) => [type, label]);
    expect(providerLabels).toEqual(expect.arrayContaining([...labels]));
  });

  it('gives each a unique number and label', () => {
    const all = listProviders();
    expect(new Set(all.map(({ type }) => type)).size).toBe(all.length);
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
    expect(all.filter(({ type }) => !Number.isSafeInteger(type) || type < 1)).toEqual([]);
  });

  it('gives each a unique name, and a color', () => {
    const names = listProviders().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, color } of listProviders()) {
      expect(name).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
      expect(color).toMatch(/^#[0-9a-f]{6}$/);
    }
  });

  it('has a URL for every type that can be called', () => {
    for (const spec of listProviders()) {
      expect(
        spec.baseUrlRequired ||
          spec.defaultBaseUrl !== '' ||
          spec.upstreamDialect === null ||
          spec.transport !== undefined,
        spec.name,
      ).toBe(true);
      const paths = [...Object.keys(spec.endpoints), ...Object.keys(spec.chatEndpoints ?? {})];
      const callable = paths.length > 0 || spec.transport !== undefined;
      expect(callable, spec.name).toBe(spec.upstreamDialect !== null);
      expect(spec.defaultBaseUrl).not.toMatch(/\/$/);
    }
  });

  it('has a text in both languages for every key', () => {
    for (const language of ['zh', 'en']) {
      const file = new URL(`../../../i18n/src/${language}/providers.json`, import.meta.url);
      const texts: unknown = { providers: JSON.parse(readFileSync(file, 'utf8')) };
      for (const spec of listProviders()) {
        const keys = [
          spec.keyHint,
          ...(spec.labelKey ? [spec.labelKey] : []),
          ...spec.fields.flatMap((field) => [field.labelKey, field.hintKey]),
        ];
        for (const key of keys) {
          const text = key
            .split('.')
            .reduce<unknown>(
              (value, name) => (value as Record<string, unknown> | undefined)?.[name],
              texts,
            );
          expect(text, `${language} ${key}`).toBeTypeOf('string');
        }
      }
    }
  });

  it('has the fields that each type requires', () => {
    const fieldsOf = (type: number) =>
      provider(type).fields.map(({ name, required }) => (required ? `${name}!` : name));
    expect(fieldsOf(1)).toEqual(['openai_organization']);
    expect(fieldsOf(3)).toEqual(['base_url!', 'other']);
    expect(fieldsOf(8)).toEqual(['base_url!', 'setting']);
    expect(fieldsOf(18)).toEqual(['other', 'setting']);
    expect(fieldsOf(21)).toEqual(['other!']);
    expect(fieldsOf(22)).toEqual(['base_url!']);
    expect(fieldsOf(23)).toEqual(['key!']);
    expect(fieldsOf(33)).toEqual(['key!', 'other']);
    expect(fieldsOf(36)).toEqual(['base_url!']);
    expect(fieldsOf(39)).toEqual(['other!']);
    expect(fieldsOf(41)).toEqual(['other', 'key!']);
    expect([provider(3).otherDefault, provider(18).otherDefault]).toEqual([
      '2023-06-01-preview',
      'v2.1',
    ]);
  });
});

describe('URLs', () => {
  it.each<[number, string]>([
    [1, 'https://api.openai.com/v1/chat/completions'],
    [4, 'http://localhost:11434/v1/chat/completions'],
    [14, 'https://api.anthropic.com/v1/messages'],
    [15, 'https://qianfan.baidubce.com/v2/chat/completions'],
    [16, 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    [17, 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions'],
    [18, 'https://spark-api-open.xf-yun.com/v1/chat/completions'],
    [19, 'https://api.360.cn/v1/chat/completions'],
    [20, 'https://openrouter.ai/api/v1/chat/completions'],
    [23, 'https://api.hunyuan.cloud.tencent.com/v1/chat/completions'],
    [24, 'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent'],
    [25, 'https://api.moonshot.cn/v1/chat/completions'],
    [26, 'https://open.bigmodel.cn/api/paas/v4/chat/completions'],
    [31, 'https://api.lingyiwanwu.com/v1/chat/completions'],
    [21, 'https://api.aiproxy.io/api/library/ask'],
    [34, 'https://api.cohere.ai/v2/chat'],
    [35, 'https://api.minimaxi.com/v1/chat/completions'],
    [37, 'https://api.dify.ai/v1/chat-messages'],
    [38, 'https://deepsearch.jina.ai/v1/chat/completions'],
    [39, 'https://api.cloudflare.com/client/v4/accounts/acc/ai/v1/chat/completions'],
    [40, 'https://api.siliconflow.cn/v1/chat/completions'],
    [42, 'https://api.mistral.ai/v1/chat/completions'],
    [43, 'https://api.deepseek.com/v1/chat/completions'],
    [45, 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
    [46, 'https://qianfan.baidubce.com/v2/chat/completions'],
    [48, 'https://api.x.ai/v1/chat/completions'],
  ])('of type %i are those that the provider documents', (type, url) => {
    expect(chatUrl(type, provider(type).defaultBaseUrl, 'm', type === 39 ? 'acc' : '')).toBe(url);
  });

  it.each<[number, string, string]>([
    [1, 'https://h/v1', 'https://h/v1/chat/completions'],
    [1, 'https://h/v1/', 'https://h/v1/chat/completions'],
    [1, 'https://h/api/v1/chat/completions', 'https://h/api/v1/chat/completions'],
    [1, 'https://h/api', 'https://h/api/v1/chat/completions'],
    [1, 'https://h/api/v3', 'https://h/api/v3/chat/completions'],
    [
      1,
      'https://gateway.ai.cloudflare.com/v1/a/g/openai',
      'https://gateway.ai.cloudflare.com/v1/a/g/openai/chat/completions',
    ],
    [
      16,
      'https://api.z.ai/api/coding/paas/v4',
      'https://api.z.ai/api/coding/paas/v4/chat/completions',
    ],
    [
      17,
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
      'https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions',
    ],
    [17, 'https://h/compatible-mode', 'https://h/compatible-mode/v1/chat/completions'],
    [34, 'https://h/compatibility/v1', 'https://h/v2/chat'],
    [34, 'https://h/proxy/v1', 'https://h/proxy/v2/chat'],
    [37, 'http://dify:8080/v1', 'http://dify:8080/v1/chat-messages'],
    [22, 'https://api.fastgpt.in/api', 'https://api.fastgpt.in/api/v1/chat/completions'],
    [14, 'https://h/v1/messages', 'https://h/v1/messages'],
    [24, 'https://h/v1beta', 'https://h/v1beta/models/m:generateContent'],
    [24, 'https://h/v1beta/openai', 'https://h/v1beta/models/m:generateContent'],
    [45, 'https://h/api', 'https://h/api/v3/chat/completions'],
  ])('of type %i do not repeat what base %s already contains', (type, base, url) => {
    expect(chatUrl(type, base)).toBe(url);
  });

  it('of Azure contain the deployment and the API version, or neither on the newer endpoint', () => {
    const base = 'https://r.openai.azure.com';
    expect(chatUrl(3, base, 'gpt-3.5-turbo')).toBe(
      `${base}/openai/deployments/gpt-35-turbo/chat/completions?api-version=2023-06-01-preview`,
    );
    expect(chatUrl(3, `${base}/`, 'gpt-4.1', '2024-10-21')).toBe(
      `${base}/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21`,
    );
    expect(chatUrl(3, `${base}/openai/v1/`, 'x/../y')).toBe(`${base}/openai/v1/chat/completions`);
    expect(chatUrl(3, base, 'x/../y', 'a&b')).toBe(
      `${base}/openai/deployments/x%2F..%2Fy/chat/completions?api-version=a%26b`,
    );
  });

  it('of a custom channel may be a root, a complete call, or a pattern', () => {
    expect(chatUrl(8, 'https://api.groq.com/openai/v1')).toBe(
      'https://api.groq.com/openai/v1/chat/completions',
    );
    expect(chatUrl(8, 'http://vllm:8000')).toBe('http://vllm:8000/v1/chat/completions');
    for (const [base, root] of [
      ['https://generativelanguage.googleapis.com/v1beta/openai/'],
      ['https://api.deepinfra.com/v1/openai'],
      [
        'https://us-east5-aiplatform.googleapis.com/v1/projects/p/locations/us-east5/endpoints/openapi',
      ],
      ['https://api.perplexity.ai'],
      ['https://models.github.ai/inference'],
      ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1'],
      ['https://api.together.xyz', 'https://api.together.xyz/v1'],
      ['https://api.fireworks.ai/inference/v1'],
    ] as const) {
      const start = (root ?? base).replace(/\/$/, '');
      expect(chatUrl(8, base)).toBe(`${start}/chat/completions`);
    }
    expect(chatUrl(8, 'https://h/x/chat/completions?a=1')).toBe('https://h/x/chat/completions?a=1');
    expect(
      provider(8).endpoints.embeddings?.('https://h/x/chat/completions', { model: 'm', other: '' }),
    ).toBe('https://h/x/embeddings');
    expect(chatUrl(8, 'https://h/{model}/invoke', 'a/b')).toBe('https://h/a%2Fb/invoke');
  });

  it('of DeepSeek completions and Spark reasoning models differ from those of other calls', () => {
    expect(
      provider(43).endpoints.completions?.('https://api.deepseek.com', { model: 'm', other: '' }),
    ).toBe('https://api.deepseek.com/beta/completions');
    expect(chatUrl(18, provider(18).defaultBaseUrl, 'x1')).toBe(
      'https://spark-api-open.xf-yun.com/v2/chat/completions',
    );
  });
});

describe('calls other than chat', () => {
  it.each<[number, 'embeddings' | 'rerank', string, string]>([
    [1, 'rerank', 'openai-chat', 'https://api.openai.com/v1/rerank'],
    [4, 'embeddings', 'ollama-embeddings', 'http://localhost:11434/api/embed'],
    [
      17,
      'rerank',
      'dashscope-rerank',
      'https://dashscope.aliyuncs.com/api/v1/services/rerank/text-rerank/text-rerank',
    ],
    [
      24,
      'embeddings',
      'gemini-embeddings',
      'https://generativelanguage.googleapis.com/v1beta/models/m:batchEmbedContents',
    ],
    [34, 'embeddings', 'cohere-embeddings', 'https://api.cohere.ai/v2/embed'],
    [16, 'rerank', 'openai-chat', 'https://open.bigmodel.cn/api/paas/v4/rerank'],
    [34, 'rerank', 'cohere-rerank', 'https://api.cohere.ai/v2/rerank'],
    [46, 'rerank', 'openai-chat', 'https://qianfan.baidubce.com/v2/rerank'],
    [38, 'embeddings', 'jina-embeddings', 'https://api.jina.ai/v1/embeddings'],
    [38, 'rerank', 'openai-chat', 'https://api.jina.ai/v1/rerank'],
    [40, 'rerank', 'openai-chat', 'https://api.siliconflow.cn/v1/rerank'],
  ])('of type %i: %s use %s at %s', (type, kind, format, url) => {
    const auxiliary = findAuxiliaryEndpoint(provider(type), kind);
    expect(auxiliary?.dialect).toBe(format);
    expect(auxiliary?.url(provider(type).defaultBaseUrl, { model: 'm', other: '' })).toBe(url);
  });

  it('include a model list if the provider has one', () => {
    const listUrl = (type: number, other = '') =>
      provider(type).modelListUrl?.(provider(type).defaultBaseUrl, { model: '', other });
    expect(listUrl(34)).toBe('https://api.cohere.ai/v1/models?page_size=1000');
    expect(listUrl(39, 'acc')).toBe(
      'https://api.cloudflare.com/client/v4/accounts/acc/ai/models/search?per_page=1000',
    );
    expect(readModelList({ result: [{ name: '@cf/a/b' }], success: true })).toEqual(['@cf/a/b']);
    expect(readModelList({ models: [{ name: 'command-r', endpoints: ['chat'] }] })).toEqual([
      'command-r',
    ]);
  });
});

describe('credentials and dialects', () => {
  const none = { other: '', openaiOrganization: '' };

  it('are sent as the provider requires', () => {
    expect(provider(1).auth('sk-1', { ...none, openaiOrganization: 'org-1' })).toEqual({
      authorization: 'Bearer sk-1',
      'openai-organization': 'org-1',
    });
    expect(provider(1).auth('sk-1', none)).toEqual({ authorization: 'Bearer sk-1' });
    expect(provider(3).auth('k', none)).toEqual({ 'api-key': 'k' });
    expect(provider(4).auth('', none)).toEqual({});
    expect(provider(18).auth('id|secret|key', none)).toEqual({
      authorization: 'Bearer key:secret',
    });
    expect(provider(18).auth('password', none)).toEqual({ authorization: 'Bearer password' });
  });

  it('refuse key formats that need another dialect', () => {
    const dialectOf = (type: number, key: string) => endpoint(type, 'openai-chat', key)?.dialect;
    expect(dialectOf(15, 'bce-v3/ALTAK-x/y')).toBe('openai-chat');
    expect(dialectOf(15, 'ak|sk')).toBeUndefined();
    expect(dialectOf(23, 'sk-1')).toBe('openai-chat');
    expect(dialectOf(23, 'app|id|key')).toBeUndefined();
    expect(dialectOf(33, 'a|b|c')).toBeUndefined();
    expect(dialectOf(1, 'x')).toBe('openai-chat');
  });

  it.each<[number, Dialect, Dialect | undefined, Dialect | undefined]>([
    [1, 'openai-chat', undefined, 'openai-chat'],
    [1, 'openai-responses', undefined, 'openai-responses'],
    [1, 'anthropic-messages', undefined, 'openai-chat'],
    [3, 'openai-responses', undefined, 'openai-chat'],
    [14, 'anthropic-messages', undefined, 'anthropic-messages'],
    [14, 'openai-chat', undefined, 'anthropic-messages'],
    [24, 'gemini-generate', undefined, 'gemini-generate'],
    [24, 'openai-responses', undefined, 'gemini-generate'],
    [8, 'anthropic-messages', undefined, 'openai-chat'],
    [8, 'openai-chat', 'anthropic-messages', 'anthropic-messages'],
    [8, 'anthropic-messages', 'gemini-generate', 'gemini-generate'],
    [14, 'anthropic-messages', 'openai-chat', undefined],
    [1, 'openai-responses', 'openai-chat', 'openai-chat'],
  ])(
    'of type %i use the dialect of a %s client, or the one selected: %s',
    (type, client, named, expected) => {
      expect(endpoint(type, client, 'k', named)?.dialect).toBe(expected);
    },
  );

  it.each<[number, Dialect, string]>([
    [4, 'anthropic-messages', 'http://localhost:11434/v1/messages'],
    [4, 'openai-responses', 'http://localhost:11434/v1/responses'],
    [17, 'anthropic-messages', 'https://dashscope.aliyuncs.com/apps/anthropic/v1/messages'],
    [17, 'openai-responses', 'https://dashscope.aliyuncs.com/compatible-mode/v1/responses'],
    [35, 'anthropic-messages', 'https://api.minimaxi.com/anthropic/v1/messages'],
    [43, 'anthropic-messages', 'https://api.deepseek.com/anthropic/v1/messages'],
    [48, 'openai-responses', 'https://api.x.ai/v1/responses'],
  ])('of type %i serve %s calls untranslated, at %s', (type, client, url) => {
    const target = { model: 'm', other: '' };
    const base = provider(type).defaultBaseUrl;
    expect(endpoint(type, client)?.url(base, target)).toBe(url);
    expect(endpoint(type, client)?.url(`${base}/v1`, target)).toContain(url.split('/').at(-1));
  });

  it('place keys and models as each dialect requires', () => {
    const base = 'https://h';
    const target = { model: 'a b', other: '' };
    const claude = endpoint(14);
    expect(claude?.auth('k', none)).toEqual({ 'x-api-key': 'k' });
    expect(claude?.countUrl?.(base, target)).toBe('https://h/v1/messages/count_tokens');
    const gemini = endpoint(24);
    expect(gemini?.auth('k', none)).toEqual({ 'x-goog-api-key': 'k' });
    expect(gemini?.streamUrl?.(base, target)).toBe(
      'https://h/v1beta/models/a%20b:streamGenerateContent?alt=sse',
    );
    expect(gemini?.countUrl?.(base, target)).toBe('https://h/v1beta/models/a%20b:countTokens');
    expect(endpoint(1, 'openai-responses')?.url('https://h/v1/', target)).toBe(
      'https://h/v1/responses',
    );
  });

  it('handle stream options as each provider requires', () => {
    const policy = (type: number, other = '', baseUrl = 'https://h') =>
      findStreamOptionsPolicy(provider(type), { other, baseUrl });
    expect([policy(1), policy(40), policy(42), policy(34)]).toEqual([
      'inject',
      'keep',
      'remove',
      'keep',
    ]);
    expect([policy(3), policy(3, '2024-10-21'), policy(3, '', 'https://h/openai/v1')]).toEqual([
      'remove',
      'inject',
      'inject',
    ]);
  });
});
