export interface ClientOptions {
  /** Where the gateway is, for example `https://gate.example`; a path in front of `/api` is kept. */
  server: string;
  /** An access token of the console (Settings → Personal); without one only public calls are answered. */
  accessToken?: string | undefined;
  /** The user whose token it is. With it, the token of anybody else is refused. */
  userId?: number | undefined;
  /** Of messages; English by default. */
  language?: 'zh' | 'en' | undefined;
  /** Milliseconds that a call may take, 30,000 by default; 0 for no limit. */
  timeoutMs?: number | undefined;
  /** What sends requests, `fetch` by default. */
  fetch?: typeof fetch;
}
