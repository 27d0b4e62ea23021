import type { Usage } from '../openai-chat/usage.ts';

/** What an upstream told of the pictures or sound that it made; absent is what it did not tell. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  readonly pictures?: number | undefined;
  readonly seconds?: number | undefined;
  readonly textTokens?: number | undefined;
}
