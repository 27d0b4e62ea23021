import type { UsageClaim } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { NUMBER_LOCALE } from './number-locale.ts';

/** Describes an implausible usage reported by an upstream. */
export function formatUsageClaim(t: TFunction, claim: UsageClaim): string {
  const { prompt_tokens: prompt, completion_tokens: completion } = claim;
  const parts = [
    prompt === undefined && completion === undefined
      ? undefined
      : t('routing.claim.tokens', {
          prompt: (prompt ?? 0).toLocaleString(NUMBER_LOCALE),
          completion: (completion ?? 0).toLocaleString(NUMBER_LOCALE),
        }),
    claim.cache_write_hour_tokens === undefined
      ? undefined
      : t('routing.claim.hourCache', {
          tokens: claim.cache_write_hour_tokens.toLocaleString(NUMBER_LOCALE),
        }),
    claim.seconds === undefined ? undefined : t('routing.claim.seconds', { count: claim.seconds }),
    claim.call_factor === undefined
      ? undefined
      : t('routing.claim.calls', { count: claim.call_factor }),
  ];
  return parts.filter((part) => part !== undefined).join(t('ui.comma'));
}
