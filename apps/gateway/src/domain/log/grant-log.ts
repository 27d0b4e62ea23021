import { LOG_SYSTEM } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { formatQuotaExactly } from '@tollgate/pricing';
import { insertLog } from '../../store/logs-repository.ts';
import type { Db } from '../../store/schema.ts';
import type { Language } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { OptionStore } from '../options/options.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import type { UsageLogRow } from '../wallet/usage-record.ts';
import { eventRow } from './event-row.ts';

/** Quota granted or refunded by the operator; the texts are `logs.grants.<event>`. */
export type GrantEvent = keyof (typeof texts)['zh']['logs']['grants'];

export interface Grant {
  event: GrantEvent;
  /** In quota. */
  amount: number;
  params?: Record<string, string | number>;
  /** The call concerned. */
  call?: Partial<
    Pick<UsageLogRow, 'token_id' | 'token_name' | 'model_name' | 'group' | 'request_id'>
  >;
}

/** Writes a row of type 4 to the log of the receiving user. */
export async function recordGrant(
  db: Db,
  user: { id: number; username: string },
  { event, amount, params = {}, call = {} }: Grant,
  { options, at }: { options: OptionStore; at: number },
): Promise<void> {
  const textParams = { ...params, amount: formatQuotaExactly(amount, quotaDisplay(options)) };
  await insertLog(db, {
    ...eventRow(LOG_SYSTEM, user, at),
    ...call,
    content: fillIn(texts.en.logs.grants[event], textParams),
    other: JSON.stringify({ event, params: textParams, quota: amount }),
  });
}

/** Returns the text of such a row in the reader's language; undefined for other rows. */
export function describeGrant(
  { event = '', params = {} }: { event?: string; params?: Record<string, string | number> },
  language: Language,
): string | undefined {
  const { logs, tasks } = texts[language];
  if (!Object.hasOwn(logs.grants, event)) return undefined;
  const { action = '', ...others } = params;
  const named = Object.hasOwn(tasks.actions, action)
    ? tasks.actions[action as keyof typeof tasks.actions]
    : action;
  return fillIn(logs.grants[event as GrantEvent], { ...others, action: named });
}
