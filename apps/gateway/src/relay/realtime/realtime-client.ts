import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Credential } from '../request/authenticate.ts';
import type { TraceContext } from '../request/trace-context.ts';

/** A caller about to open a realtime session. */
export interface RealtimeClient {
  /** The caller's request id, or ours. */
  readonly requestId: string;
  /** Our unique id. */
  readonly callId: string;
  readonly traceContext: TraceContext | undefined;
  /** performance.now() when the request arrived. */
  readonly startedAt: number;
  readonly path: string;
  readonly model: string;
  /** The session's intent; OpenAI defines `transcription`. */
  readonly intent: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly language: 'zh' | 'en';
  readonly credential: Credential;
  readonly address: string;
  /** The current holder, looked up again when keys or users change. */
  holder: ApiKeyHolder;
}
