import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { InferenceKind } from '../request/routes.ts';

/** Well-known values of `gen_ai.operation.name`; other operations have our name. */
const OPERATIONS: Partial<Record<InferenceKind, string>> = {
  chat: 'chat',
  completions: 'text_completion',
  embeddings: 'embeddings',
};

/** Returns a call's operation by the semantic conventions. */
export function operationOf(kind: InferenceKind): string {
  return OPERATIONS[kind] ?? kind.replaceAll('-', '_');
}

/** Well-known values of `gen_ai.provider.name`. */
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

/** Returns a channel's provider by the semantic conventions, if they define it. */
export function providerOf({ provider }: Pick<RuntimeChannel, 'provider'>): string {
  return PROVIDERS[provider?.name ?? ''] ?? provider?.name ?? 'custom';
}
