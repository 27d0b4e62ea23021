import type { Dialect, RequestKind } from '@tollgate/dialects';

/** The kind of calls in a batch, by the endpoint that it names. */
export interface BatchEndpoint {
  readonly dialect: Dialect;
  readonly kind: RequestKind;
  /** A minimal call of that kind: its translation reads the responses of all of them. */
  readonly sample: Readonly<Record<string, unknown>>;
}

const chat = [{ role: 'user', content: 'x' }];

/**
 * Source: OpenAI's API reference, Create batch, 2026; without images and videos, whose responses report no
 * usage.
 */
export const BATCH_ENDPOINTS: Readonly<Record<string, BatchEndpoint>> = {
  '/v1/chat/completions': { dialect: 'openai-chat', kind: 'chat', sample: { messages: chat } },
  '/v1/responses': { dialect: 'openai-responses', kind: 'chat', sample: { input: 'x' } },
  '/v1/completions': { dialect: 'openai-chat', kind: 'completions', sample: { prompt: 'x' } },
  '/v1/embeddings': { dialect: 'openai-chat', kind: 'embeddings', sample: { input: 'x' } },
  '/v1/moderations': { dialect: 'openai-chat', kind: 'moderations', sample: { input: 'x' } },
};
