import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';
import { browserZone } from '../ui/format/browser-zone.ts';

const EVERY_MS = 10 * 60_000;
const LOW_DAYS = 3;

/**
 * Returns the whole days that the user's balance lasts if fewer than three; otherwise, or if unknown,
 * undefined.
 */
export function useBalanceDays(): number | undefined {
  const timeZone = browserZone();
  const { data } = useEndpoint(
    calls.getBalanceForecast,
    { query: { time_zone: timeZone } },
    { refetchIntervalMs: EVERY_MS },
  );
  const left = data?.days_left;
  return left === undefined || left === null || left >= LOW_DAYS ? undefined : Math.floor(left);
}
