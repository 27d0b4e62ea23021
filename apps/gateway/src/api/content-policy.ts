import { createHash } from 'node:crypto';
import { loginProviderTable } from '@tollgate/contract';
import { loginProviders } from '../domain/logins/providers/index.ts';
import type { OptionStore } from '../domain/options/options.ts';
import type { PaymentProvider } from '../domain/payments/payment-provider.ts';
import { paymentProviders } from '../domain/payments/providers/index.ts';

/** Third parties that run scripts in the console, each only while its option is on. */
const FOREIGN_SCRIPTS: Readonly<Record<string, string>> = {
  TurnstileCheckEnabled: 'https://challenges.cloudflare.com',
  ...Object.fromEntries(
    loginProviderTable.flatMap(({ id, enabled }) => {
      const provider = loginProviders[id];
      return provider.kind === 'widget' ? [[enabled.key, provider.scriptOrigin]] : [];
    }),
  ),
};

/** Hashes the inline scripts of a page for a content security policy. */
export function hashInlineScripts(page: string): string[] {
  return [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script as string)
        .digest('base64')}'`,
  );
}

/**
 * Returns the console's content security policy: scripts from the gateway and the page's inline ones;
 * third-party scripts only while their feature is on. Forms may be sent to https, and to payment providers'
 * addresses.
 */
export function contentPolicy(
  hashes: readonly string[],
  options: Pick<OptionStore, 'boolean' | 'text' | 'raw'>,
): string {
  const payment = Object.values<PaymentProvider>(paymentProviders).map(
    ({ browserOrigins }) => browserOrigins?.(options) ?? {},
  );
  const scripts = payment.flatMap((origins) => origins.scripts ?? []);
  const forms = payment.flatMap((origins) => origins.forms ?? []);
  const foreign = Object.entries(FOREIGN_SCRIPTS)
    .filter(([option]) => options.raw(option) === 'true')
    .map(([, origin]) => origin);
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...hashes, ...foreign, ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: https:",
    // The playground plays audio responses from memory.
    "media-src 'self' blob:",
    ['connect-src', "'self'", ...scripts].join(' '),
    'frame-src https:',
    "frame-ancestors 'none'",
    "base-uri 'self'",
    ['form-action', "'self'", 'https:', ...forms].join(' '),
    "object-src 'none'",
  ].join('; ');
}
