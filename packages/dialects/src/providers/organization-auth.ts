import { bearerAuth } from './openai-endpoints.ts';
import type { AuthChannel } from './provider-spec.ts';

/** Returns the bearer key, and the organization that the channel bills to. */
export function organizationAuth(key: string, channel: AuthChannel): Record<string, string> {
  const organization = channel.openaiOrganization.trim();
  return {
    ...bearerAuth(key),
    ...(organization === '' ? {} : { 'openai-organization': organization }),
  };
}
