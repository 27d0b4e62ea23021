import type { ChannelActivity, ChannelRow } from '@tollgate/contract';
import { CHANNEL_ACTIVITY_MAX } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useMemo } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';

const LOOK_AGAIN_MS = 60_000;

/** Outcomes of the calls of the visible channels, by id; undefined until loaded. */
export type Activities = ReadonlyMap<number, ChannelActivity> | undefined;

/**
 * Fetches the activity of all visible rows at once, including those of expanded tags, after the list has
 * loaded: the list never waits for it.
 */
export function useChannelActivity(
  rows: readonly ChannelRow[] | undefined,
  unfolded: ReadonlySet<string>,
): Activities {
  const ids = (rows ?? [])
    .flatMap((row) => (row.children ? (unfolded.has(row.tag) ? row.children : []) : [row]))
    .map(({ id }) => id)
    .slice(0, CHANNEL_ACTIVITY_MAX)
    .sort((left, right) => left - right);
  const { data } = useEndpoint(
    calls.listChannelActivity,
    { query: { ids: ids.join(','), piece: 'hour' } },
    { enabled: ids.length > 0, refetchIntervalMs: LOOK_AGAIN_MS },
  );
  return useMemo(() => data && new Map(data.channels.map((one) => [one.id, one])), [data]);
}

const NONE = { answered: Array.from({ length: 96 }, () => 0), failed: [], first_token_ms: null };

/** Fetches the last 24 hours of one channel by quarter of an hour, and whether they have arrived. */
export function useOneChannelActivity(id: number) {
  const { data } = useEndpoint(
    calls.listChannelActivity,
    { query: { ids: String(id), piece: 'quarter' } },
    { refetchIntervalMs: LOOK_AGAIN_MS },
  );
  const activity = data?.channels.find((one) => one.id === id) ?? NONE;
  return { activity, isLoaded: data !== undefined };
}

/** Sums calls and failures, and the share of calls that failed. */
export function sumActivity({ answered, failed }: Pick<ChannelActivity, 'answered' | 'failed'>) {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const failures = sum(failed);
  const calls = sum(answered) + failures;
  return { calls, failures, share: calls === 0 ? 0 : failures / calls };
}

/** `0%`, `0.62%`, `12.5%`, `100%` */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent.toFixed(percent === 0 || percent === 100 ? 0 : percent < 10 ? 2 : 1)}%`;
}
