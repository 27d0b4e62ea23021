/** The chat dialects that are translated into each other. */
export type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini-generate';

/** All of them, for tables and tests. */
export const DIALECTS: readonly Dialect[] = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini-generate',
];

/** Formats of chat upstreams: the chat dialects, and those that only providers use. */
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

/** Formats for calls other than chat that are not OpenAI's (embeddings, images, audio) or Jina's (rerank). */
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

/** All upstream formats. */
export type WireFormat = UpstreamFormat | AuxiliaryFormat;

const SIDE: ReadonlySet<string> = new Set(AUXILIARY_FORMATS);

/** Returns whether chats can be sent in a format. */
export function isChatFormat(format: WireFormat): format is UpstreamFormat {
  return !SIDE.has(format);
}
