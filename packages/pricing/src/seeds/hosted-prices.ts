import { type SeedRow, withSource } from './seed-row.ts';

/** Prices of open and third-party models at their hosts: Cloudflare, SiliconFlow, Groq, Amazon, Jina. */
export const hostedPrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: '@cf/openai/gpt-oss-120b', input: 0.35, output: 0.75 },
    { model: '@cf/openai/gpt-oss-20b', input: 0.2, output: 0.3 },
    { model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast', input: 0.293, output: 2.253 },
    { model: '@cf/meta/llama-4-scout-17b-16e-instruct', input: 0.27, output: 0.85 },
    { model: '@cf/qwen/qwen3-30b-a3b-fp8', input: 0.0509, output: 0.335 },
    { model: '@cf/zai-org/glm-5.3', input: 1.4, output: 4.4, cached: 0.26 },
    { model: '@cf/deepseek-ai/deepseek-v4.1-flash-1017', input: 0.3, output: 1.2, cached: 0.006 },
  ]),
  ...withSource('developers.cloudflare.com', '2026-11', [
    { model: '@cf/baai/bge-reranker-base', input: 0.0031 },
    // Priced by time, 1,000 tokens a minute.
    { model: '@cf/openai/whisper', input: 0.45 },
    { model: '@cf/openai/whisper-large-v3-turbo', input: 0.51 },
  ]),
  ...withSource('models.dev', '2026-07', [
    { model: 'deepseek-ai/DeepSeek-V3.2', input: 0.27, output: 0.42 },
    { model: 'deepseek-ai/DeepSeek-V4-Pro', input: 1.74, output: 3.48, cached: 0.145 },
    { model: 'deepseek-ai/DeepSeek-V4-Flash', input: 0.14, output: 0.28 },
    { model: 'Qwen/Qwen3-8B', input: 0.06, output: 0.06 },
    { model: 'Qwen/Qwen3-32B', input: 0.14, output: 0.57 },
    { model: 'zai-org/GLM-5.2', input: 1.4, output: 4.4 },
    { model: 'moonshotai/Kimi-K2.6', input: 0.95, output: 4, cached: 0.16 },
    { model: 'openai/gpt-oss-120b', input: 0.15, output: 0.6, cached: 0.075 },
    { model: 'amazon.nova-pro-v1:0', input: 0.8, output: 3.2, cached: 0.2 },
    { model: 'amazon.nova-lite-v1:0', input: 0.06, output: 0.24, cached: 0.015 },
    { model: 'amazon.nova-micro-v1:0', input: 0.035, output: 0.14, cached: 0.00875 },
  ]),
  ...withSource('unverified', '2026-11', [
    { model: 'jina-embeddings-v4', input: 0.05 },
    { model: 'jina-embeddings-v3', input: 0.05 },
    { model: 'jina-reranker-v3', input: 0.05 },
    { model: 'jina-reranker-m0', input: 0.05 },
  ]),
];
