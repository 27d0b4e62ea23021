import type { ApiKeyHolder } from '../domain/accounts/api-key-directory.ts';
import type { Credential } from './request/authenticate.ts';

/** A caller with a valid API key. */
export interface Caller {
  credential: Credential;
  /** Looked up again after a wait for the body: read it once the body is complete. */
  holder: ApiKeyHolder;
  address: string;
  /** performance.now() when the request arrived. */
  startedAt: number;
}
