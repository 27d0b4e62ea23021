import { LOG_TOPUP } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { formatQuotaExactly } from '@tollgate/pricing';
import { insertLog } from '../../store/logs-repository.ts';
import type { Db } from '../../store/schema.ts';
import type { Language } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { OptionStore } from '../options/options.ts';
import { quotaDisplay } from '../options/quota-display.ts';
import { nameOfBrand } from '../payment-method-name.ts';
import { eventRow } from './event-row.ts';

/** Recorded events that add to a balance; the texts are `logs.topups.<event>`. */
export type TopupEvent = keyof (typeof texts)['zh']['logs']['topups'];

interface StoredTopup {
  event: string;
  params: Record<string, string | number>;
}

/**
 * Writes a row of type 1 to the log of the user whose balance increased; the text may contain `{{amount}}`.
 */
export async function recordTopup(
  db: Db,
  user: { id: number; username: string },
  topup: {
    event: TopupEvent;
    params: Record<string, string | number>;
    /** The increase of the balance, in quota. */
    amount: number;
    options: OptionStore;
    /** Unix seconds. */
    at: number;
  },
): Promise<void> {
  const amount = formatQuotaExactly(topup.amount, quotaDisplay(topup.options));
  const note = { event: topup.event, params: { ...topup.params, amount } };
  await insertLog(db, {
    ...eventRow(LOG_TOPUP, user, topup.at),
    content: describeTopup(note, 'en') ?? '',
    other: JSON.stringify({ ...note, quota: topup.amount }),
  });
}

/** Returns the text of such a row in the reader's language. */
export function describeTopup(
  { event = '', params = {} }: Partial<StoredTopup>,
  language: Language,
): string | undefined {
  const { topups } = texts[language].logs;
  if (!Object.hasOwn(topups, event)) return undefined;
  const { method = '' } = params;
  return fillIn(topups[event as TopupEvent], {
    ...params,
    method: nameOfBrand(String(method), language),
  });
}
