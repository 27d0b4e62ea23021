import { calls } from 'virtual:calls';
import { useEndpoint } from '../api/use-endpoint.ts';

const EVERY_MS = 10 * 60_000;
const LOW_DAYS = 3;

/** The whole days that the own balance lasts where they are fewer than three; else, or unknown, undefined. */
export function useBalanceDays(): number | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { data } = useEndpoint(
    calls.getBalanceForecast,
    { query: { time_zone: timeZone } },
    { refetchIntervalMs: EVERY_MS },
  );
  const left = data?.days_left;
  return left === undefined || left === null || left >= LOW_DAYS ? undefined : Math.floor(left);
}
