/** The chat dialects that are translated into one another. */
export type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate';

/** All of them, for tables and tests. */
export const DIALECTS: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
];

/** What upstreams may speak: the chat dialects, and forms that only providers have. */
export type UpstreamFormat =
  | Dialect
  | 'ai-proxy-library'
  | 'baidu-chat'
  | 'cohere-chat'
  | 'dify-chat'
  | 'dify-completion'
  | 'dify-workflow'
  | 'hunyuan-chat'
  | 'ollama-chat'
  | 'spark-chat';

/** Forms of calls beside chat that are not OpenAI's (embeddings, images, sound) or Jina's (rerank). */
const AUXILIARY_FORMATS = [
  'baidu-images',
  'cloudflare-images',
  'cloudflare-rerank',
  'cloudflare-transcripts',
  'cohere-embeddings',
  'cohere-rerank',
  'dashscope-job-images',
  'dashscope-images',
  'dashscope-rerank',
  'gemini-embeddings',
  'hunyuan-embeddings',
  'imagen-images',
  'jina-embeddings',
  'minimax-embeddings',
  'minimax-images',
  'minimax-speech',
  'mistral-fim',
  'ollama-embeddings',
  'silicon-images',
  'vertex-embeddings',
] as const;
export type AuxiliaryFormat = (typeof AUXILIARY_FORMATS)[number];

/** Everything that upstreams may speak. */
export type WireFormat = UpstreamFormat | AuxiliaryFormat;

const SIDE: ReadonlySet<string> = new Set(AUXILIARY_FORMATS);

/** Whether chats can be sent in it. */
export function isChatFormat(format: WireFormat): format is UpstreamFormat {
  return !SIDE.has(format);
}
