import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import type { Credential } from './request/authenticate.ts';

/** A caller with a valid API key. */
export interface Caller {
  credential: Credential;
  /** As of when the body was complete; read it only after the body. */
  holder: ApiKeyHolder;
  address: string;
  /** performance.now() when the request arrived. */
  startedAt: number;
}
