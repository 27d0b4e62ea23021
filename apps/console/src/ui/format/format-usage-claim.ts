import type { UsageClaim } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { formatNumber } from './format-number.ts';

/** Describes an implausible usage reported by an upstream. */
export function formatUsageClaim(t: TFunction, claim: UsageClaim): string {
  const { prompt_tokens: prompt, completion_tokens: completion } = claim;
  const parts = [
    prompt === undefined && completion === undefined
      ? undefined
      : t('routing.claim.tokens', {
          prompt: formatNumber(prompt ?? 0),
          completion: formatNumber(completion ?? 0),
        }),
    claim.cache_write_hour_tokens === undefined
      ? undefined
      : t('routing.claim.hourCache', {
          tokens: formatNumber(claim.cache_write_hour_tokens),
        }),
    claim.seconds === undefined ? undefined : t('routing.claim.seconds', { count: claim.seconds }),
    claim.call_factor === undefined
      ? undefined
      : t('routing.claim.calls', { count: claim.call_factor }),
  ];
  return parts.filter((part) => part !== undefined).join(t('ui.comma'));
}
