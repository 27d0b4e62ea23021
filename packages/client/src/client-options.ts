export interface ClientOptions {
  /** The gateway's URL, for example `https://gate.example`; a path before `/api` is kept. */
  server: string;
  /**
   * An access token from the console (Settings → Personal); without one, only public endpoints can be called.
   */
  accessToken?: string | undefined;
  /** The user the token belongs to. If set, the gateway refuses any other user's token. */
  userId?: number | undefined;
  /** Language of messages; English by default. */
  language?: 'zh' | 'en' | undefined;
  /** Timeout of a call in milliseconds, 30,000 by default; 0 for no limit. */
  timeoutMs?: number | undefined;
  /** The function that sends requests, `fetch` by default. */
  fetch?: typeof fetch;
}
