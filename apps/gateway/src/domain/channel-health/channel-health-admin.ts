import type { ChannelHealthDetail } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import { describeState } from './describe-state.ts';

/** Reads what this node has recorded about a channel, including each of its keys when it has several. */
export function readChannelHealth(
  domain: Pick<Domain, 'clock' | 'catalog' | 'channelHealth'>,
  id: number,
): ChannelHealthDetail {
  const channel = findChannel(domain, id);
  const state = domain.channelHealth.stateOfChannel(id);
  const view = state && describeState(state, domain.clock.nowMs());
  const closed = { state: 'closed', until_ms: 0, failures_in_a_row: 0 };
  return {
    state: view?.state ?? closed.state,
    until_ms: view?.until_ms ?? closed.until_ms,
    failures_in_a_row: view?.failures_in_a_row ?? closed.failures_in_a_row,
    last_fault: view?.last_fault ?? null,
    usage_claims: state?.usageClaims ?? null,
    models: view?.models ?? [],
    keys: channel.variants.map(({ keyFingerprint: name }, index) => ({
      ...closed,
      dead: false,
      ...view?.keys.find((key) => key.name === name),
      name,
      position: index + 1,
    })),
  };
}

/** Clears what is recorded against one key or model of a channel, or against all of it, on every node. */
export async function releaseChannel(
  domain: Pick<Domain, 'changes' | 'catalog'>,
  { id, key, model }: { id: number; key?: string | undefined; model?: string | undefined },
): Promise<void> {
  const channel = findChannel(domain, id);
  if (key !== undefined && !channel.variants.some(({ keyFingerprint }) => keyFingerprint === key))
    throw new AppError('channel_key_not_found');
  await domain.changes.commit(
    {
      topic: 'release',
      id,
      ...(key === undefined ? {} : { key }),
      ...(model === undefined ? {} : { model }),
    },
    async () => {},
  );
}

function findChannel({ catalog }: Pick<Domain, 'catalog'>, id: number): RuntimeChannel {
  const channel = catalog.find(id);
  if (!channel) throw new AppError('channel_not_found');
  return channel;
}
