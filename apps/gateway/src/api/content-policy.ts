import { createHash } from 'node:crypto';
import type { OptionStore } from '../domain/options/options.ts';

/** The card provider's own script shows its form, and talks to it. */
const CARD_PROVIDER = 'https://*.airwallex.com';

/** What else runs scripts of its own in the console, each only while its option is on. */
const FOREIGN_SCRIPTS: Readonly<Record<string, string>> = {
  TurnstileCheckEnabled: 'https://challenges.cloudflare.com',
  TelegramOAuthEnabled: 'https://telegram.org',
};

/** The inline scripts of a page as a content policy names them. */
export function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/**
 * What the console may load: scripts from here and the inline ones of the page; those of others
 * only while what they are for is on. Forms go to https, and to the pay address that is set.
 */
export function contentPolicy(
  hashes: readonly string[],
  options: Pick<OptionStore, 'boolean' | 'text'>,
): string {
  const card = options.boolean('EnabledAirwallex') ? [CARD_PROVIDER] : [];
  const foreign = Object.entries(FOREIGN_SCRIPTS)
    .filter(([option]) => options.boolean(option))
    .map(([, origin]) => origin);
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...foreign, ...card].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    ['connect-src', "'self'", ...card].join(' '),
    'frame-src https:',
    "frame-ancestors 'none'",
    "base-uri 'self'",
    ['form-action', "'self'", 'https:', ...plainPayOrigin(options.text('PayAddress'))].join(' '),
    "object-src 'none'",
  ].join('; ');
}

/** Where orders are posted without TLS, which only an operator's own setting can ask for. */
function plainPayOrigin(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { protocol, origin } = new URL(address);
  return protocol === 'http:' ? [origin] : [];
}
