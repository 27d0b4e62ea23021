import { CHANNEL_CONDITIONS, type ChannelCondition } from '@tollgate/contract';
import type { ChannelOrder, ChannelOutline } from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';
import { readChannelActivity } from './channel-activity.ts';

type Rank = (row: ChannelOutline) => number | undefined;

/**
 * Sorts channels by what is in none of their columns: by condition, by the share of their calls in the last
 * 24 hours that failed, or by their time to the first token. Channels without that figure come last in both
 * directions.
 */
export async function sortChannels(
  domain: Pick<Domain, 'store' | 'clock' | 'wallet'>,
  rows: ChannelOutline[],
  {
    order,
    conditionOf,
  }: { order: ChannelOrder; conditionOf: (row: ChannelOutline) => ChannelCondition },
): Promise<ChannelOutline[]> {
  const rank = await rankBy(domain, rows, { name: order.replace('-', ''), conditionOf });
  if (!rank) return rows;
  const sign = order.startsWith('-') ? -1 : 1;
  const ranked = rows.map((row) => ({ row, at: rank(row) }));
  return ranked
    .sort((left, right) => {
      if (left.at === undefined || right.at === undefined)
        return Number(left.at === undefined) - Number(right.at === undefined);
      return sign * (left.at - right.at);
    })
    .map(({ row }) => row);
}

async function rankBy(
  domain: Pick<Domain, 'store' | 'clock' | 'wallet'>,
  rows: readonly ChannelOutline[],
  { name, conditionOf }: { name: string; conditionOf: (row: ChannelOutline) => ChannelCondition },
): Promise<Rank | undefined> {
  if (name === 'condition') return (row) => CHANNEL_CONDITIONS.indexOf(conditionOf(row));
  if (name !== 'failures' && name !== 'first_token') return undefined;
  const ids = rows.map(({ id }) => id);
  const { channels } = await readChannelActivity(domain, { ids, piece: 'hour' });
  const figures = new Map(
    channels.map(({ id, answered: successes, failed, first_token_ms: first }) => {
      const bad = sum(failed);
      const calls = sum(successes) + bad;
      return [id, name === 'failures' ? (calls === 0 ? undefined : bad / calls) : first?.p50];
    }),
  );
  return ({ id }) => figures.get(id);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, value) => total + value, 0);
