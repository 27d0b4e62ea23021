import type { LoginProviderId } from '@tollgate/contract';

/**
 * Returns the key by which a session here refers to the provider's session that it began with; '' for none.
 */
export const providerSession = (provider: LoginProviderId, sessionId: string): string =>
  sessionId === '' ? '' : `${provider}|${sessionId}`;
