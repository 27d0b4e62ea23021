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
  | 'aiproxy-ask'
  | 'baidu-chat'
  | 'cohere-chat'
  | 'dify-chat'
  | 'hunyuan-chat'
  | 'ollama-chat';
