import type { Usage } from '../ir/usage.ts';

/** What an upstream reported about generated images or audio; absent members were not reported. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  readonly images?: number | undefined;
  readonly seconds?: number | undefined;
  /** The recording lasts at least `seconds`: subtitles end with its speech. */
  readonly mayLastLonger?: true;
  readonly textTokens?: number | undefined;
}
