import type { StablecoinLogEntry } from '@tollgate/contract';
import { nowSeconds } from '../../../platform/clock.ts';
import { insertUsdtLog, listUsdtLogs } from '../../../store/usdt-logs-repository.ts';
import { readObject } from '../../../platform/lenient-json.ts';
import type { PaymentEventDomain } from '../apply-payment-event.ts';

const CONTENT_MAX = 4000;
const LINES_SHOWN = 100;
const MASK = '••••••';

/** What was said to and by the stablecoin gateway, for administrators; off by default. */
export interface StablecoinLog {
  /** Writes a line where the option is on; never throws: it must not stop a payment. */
  write(
    kind: 'request' | 'answer' | 'notice' | 'refused notice' | 'status',
    text: string,
  ): Promise<void>;
  /** The last 100 lines, newest first. */
  read(): Promise<StablecoinLogEntry[]>;
}

/** A log without secrets in a table with a limit. */
export function createStablecoinLog({
  store,
  options,
  clock,
  log,
}: PaymentEventDomain): StablecoinLog {
  return {
    read: () => listUsdtLogs(store.db, LINES_SHOWN),
    async write(kind, text) {
      if (!options.boolean('EnableUsdtLog')) return;
      try {
        const content = `${kind} ${withoutSecrets(text, options.text('UsdtApiKey'))}`;
        const row = { created_at: nowSeconds(clock), content: content.slice(0, CONTENT_MAX) };
        await insertUsdtLog(store.db, row);
      } catch (error) {
        log.warn({ err: error }, 'a line of the stablecoin log could not be written');
      }
    },
  };
}

/** Signatures would let a reader send the notice again elsewhere; the key stands in no message, but might. */
function withoutSecrets(text: string, key: string): string {
  const fields = readObject(text);
  const shown =
    'signature' in fields
      ? JSON.stringify({ ...fields, signature: MASK })
      : text.replaceAll('\0', '');
  return key === '' ? shown : shown.replaceAll(key, MASK);
}
