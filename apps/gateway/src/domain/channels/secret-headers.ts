import type { ChannelPolicy } from './channel-policy.ts';

const SECRET_HEADER = /auth|token|secret|key|cookie|password/i;

/** Returns whether a channel's header of this name contains a credential. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADER.test(name);
}

/** Lists the credentials in a channel's own headers, also without their scheme (`Bearer …`). */
export function listSecretHeaders({ headers }: Pick<ChannelPolicy, 'headers'>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    isSecretHeader(name) ? [value, ...value.split(' ')] : [],
  );
}
