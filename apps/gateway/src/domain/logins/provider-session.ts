import type { LoginProviderId } from '@tollgate/contract';

/** How a session at a provider is noted at the sessions here that began with it; '' for none. */
export const providerSession = (provider: LoginProviderId, sessionId: string): string =>
  sessionId === '' ? '' : `${provider}|${sessionId}`;
