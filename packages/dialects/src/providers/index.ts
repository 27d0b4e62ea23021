import { aiProxyLibrary } from './ai-proxy-library.ts';
import { awsClaude } from './aws-claude.ts';
import { azure } from './azure.ts';
import { baiduV2 } from './baidu-v2.ts';
import { baidu } from './baidu.ts';
import { chatGlm } from './chatglm.ts';
import { claude } from './claude.ts';
import { cloudflare } from './cloudflare.ts';
import { cohere } from './cohere.ts';
import { custom } from './custom.ts';
import { deepSeek } from './deepseek.ts';
import { dify } from './dify.ts';
import { fastGpt } from './fastgpt.ts';
import { gemini } from './gemini.ts';
import { glm4v } from './glm-4v.ts';
import { hunyuan } from './hunyuan.ts';
import { jina } from './jina.ts';
import { midjourneyProxyPlus } from './midjourney-proxy-plus.ts';
import { midjourneyProxy } from './midjourney-proxy.ts';
import { miniMax } from './minimax.ts';
import { mistral } from './mistral.ts';
import { moonshot } from './moonshot.ts';
import { ollama } from './ollama.ts';
import { openAi } from './openai.ts';
import { openRouter } from './openrouter.ts';
import { palm } from './palm.ts';
import { qwen } from './qwen.ts';
import { siliconCloud } from './siliconcloud.ts';
import { spark } from './spark.ts';
import { suno } from './suno.ts';
import { vertexAi } from './vertex-ai.ts';
import { volcEngine } from './volcengine.ts';
import { xAi } from './xai.ts';
import { yi } from './yi.ts';
import { zhinao360 } from './zhinao-360.ts';
import type { ProviderSpec, StreamOptionsPolicy, UpstreamChannel } from './provider-spec.ts';

/** All channel types, ordered by number. */
const providers: readonly ProviderSpec[] = [
  openAi,
  midjourneyProxy,
  azure,
  ollama,
  midjourneyProxyPlus,
  custom,
  palm,
  claude,
  baidu,
  chatGlm,
  qwen,
  spark,
  zhinao360,
  openRouter,
  aiProxyLibrary,
  fastGpt,
  hunyuan,
  gemini,
  moonshot,
  glm4v,
  yi,
  awsClaude,
  cohere,
  miniMax,
  suno,
  dify,
  jina,
  cloudflare,
  siliconCloud,
  vertexAi,
  mistral,
  deepSeek,
  volcEngine,
  baiduV2,
  xAi,
];

const byType = new Map(providers.map((provider) => [provider.type, provider]));

/** Returns all channel types, ordered by number. */
export function listProviders(): readonly ProviderSpec[] {
  return providers;
}

/** Returns the channel type with that number. */
export function findProvider(type: number): ProviderSpec | undefined {
  return byType.get(type);
}

/** Returns how to handle stream_options in calls of a channel. */
export function findStreamOptionsPolicy(
  provider: ProviderSpec,
  channel: UpstreamChannel,
): StreamOptionsPolicy {
  if (provider.streamOptionsPolicy) return provider.streamOptionsPolicy(channel);
  if (provider.refusesStreamOptions) return 'remove';
  return provider.supportsStreamOptions ? 'inject' : 'keep';
}
