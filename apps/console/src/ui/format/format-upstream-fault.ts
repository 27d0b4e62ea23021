import type { i18n } from 'i18next';
import { translateEnum } from './translate-enum.ts';

/**
 * Describes a channel's fault: the gateway reports status, kind and, in brackets, the provider's own code.
 * Anything else is returned unchanged. Needs the texts `routing`.
 */
export function formatUpstreamFault(texts: i18n, what: string): string {
  const [, status, kind = '', code] = /^(\d+) ([a-z-]+)(?: (\(.+\)))?$/.exec(what) ?? [];
  if (status === undefined) return what;
  return [status === '0' ? '' : status, translateEnum(texts, 'routing.faults', kind), code ?? '']
    .join(' ')
    .trim();
}
