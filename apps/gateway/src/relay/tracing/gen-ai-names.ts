import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { InferenceKind } from '../request/routes.ts';

/** `gen_ai.operation.name` of what has a well-known one; others go by our name. */
const OPERATIONS: Partial<Record<InferenceKind, string>> = {
  chat: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
};

/** What a call does, in the words of the semantic conventions. */
export function operationOf(kind: InferenceKind): string {
  return OPERATIONS[kind] ?? kind.replaceAll('-', '_');
}

/** `gen_ai.provider.name` of providers that have a well-known one. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  azure: 'azure.ai.openai',
  claude: 'anthropic',
  'aws-claude': 'aws.bedrock',
  gemini: 'gcp.gemini',
  'vertex-ai': 'gcp.vertex_ai',
  cohere: 'cohere',
  deepseek: 'deepseek',
  mistral: 'mistral_ai',
  xai: 'x_ai',
};

/** Who serves a channel, in the words of the semantic conventions where they have one. */
export function providerOf({ provider }: Pick<RuntimeChannel, 'provider'>): string {
  return PROVIDERS[provider?.name ?? ''] ?? provider?.name ?? 'custom';
}
