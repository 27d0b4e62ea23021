import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { Credential } from '../request/authenticate.ts';

/** A caller on the way to a live talk. */
export interface RealtimeClient {
  readonly requestId: string;
  /** performance.now() when the request arrived. */
  readonly startedAt: number;
  readonly path: string;
  readonly model: string;
  /** What else the talk is for: OpenAI knows `transcription`. */
  readonly intent: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly language: 'zh' | 'en';
  readonly credential: Credential;
  readonly address: string;
  /** As it is now: looked at again when keys or users change. */
  holder: ApiKeyHolder;
}
