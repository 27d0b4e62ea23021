import type { UsagePoint, UsageSpan } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { sumUsage } from '../../store/usage-repository.ts';
import { listUserIdsByName } from '../../store/named-users-repository.ts';
import type { Domain } from '../domain.ts';

const HOUR = 3600;
const DAY = 86_400;
/** 1970 began on a Thursday; weeks begin on Sunday here. */
const TO_SUNDAY = 4 * DAY;

/** For each span: its length, the range shown by default, and the longest range, in seconds. */
const SPANS: Readonly<Record<UsageSpan, { span: number; defaultRange: number; longest: number }>> =
  {
    hour: { span: HOUR, defaultRange: DAY, longest: 31 * DAY },
    day: { span: DAY, defaultRange: 30 * DAY, longest: 366 * DAY },
    week: { span: 7 * DAY, defaultRange: 84 * DAY, longest: 3 * 366 * DAY },
  };

interface UsageQuery {
  start_timestamp: number;
  end_timestamp: number;
  default_time: UsageSpan;
  utc_offset: number;
  username?: string;
}

/** Returns usage by time and model: of one owner, or (without an id) of everybody or a named user. */
export async function readUsage(
  { store, wallet, options, clock }: Pick<Domain, 'store' | 'wallet' | 'options' | 'clock'>,
  query: UsageQuery,
  ownerId: number | undefined,
): Promise<UsagePoint[]> {
  if (!options.boolean('DataExportEnabled')) throw new AppError('dashboard_disabled');
  await wallet.flush();
  const { span, defaultRange, longest } = SPANS[query.default_time];
  const end = query.end_timestamp || nowSeconds(clock);
  const start = Math.max(query.start_timestamp || end - defaultRange, end - longest);
  const namedUserIds = query.username
    ? await listUserIdsByName(store.db, query.username)
    : undefined;
  return sumUsage(store.reader, {
    userIds: ownerId === undefined ? namedUserIds : [ownerId],
    start: start - (start % HOUR),
    end,
    span,
    shift: query.utc_offset + (query.default_time === 'week' ? TO_SUNDAY : 0),
  });
}
