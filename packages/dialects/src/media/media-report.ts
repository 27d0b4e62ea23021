import type { Usage } from '../ir/usage.ts';

/**
 * What an upstream reported of the images or sound that it made; absent is what it did not report.
 */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  readonly images?: number | undefined;
  readonly seconds?: number | undefined;
  readonly textTokens?: number | undefined;
}
