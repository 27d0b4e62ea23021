import type { StablecoinLogEntry } from '@tollgate/contract';
import { nowSeconds } from '../../../platform/clock.ts';
import { insertUsdtLog, listUsdtLogs } from '../../../store/usdt-logs-repository.ts';
import { readObject } from '../../../platform/lenient-json.ts';
import type { PaymentContext } from '../payment-provider.ts';

const CONTENT_MAX = 4000;
const LINES_SHOWN = 100;
const MASK = '••••••';

/** The messages to and from the stablecoin gateway, for administrators; off by default. */
export interface StablecoinLog {
  /** Writes a line if the option is on; never throws, so that it can't stop a payment. */
  write(
    kind: 'request' | 'response' | 'webhook' | 'rejected webhook' | 'status',
    text: string,
  ): Promise<void>;
  /** Returns the last 100 lines, newest first. */
  read(): Promise<StablecoinLogEntry[]>;
}

/** Creates a log without secrets, in a table of limited size. */
export function createStablecoinLog({
  store,
  options,
  clock,
  log,
}: Pick<PaymentContext, 'store' | 'options' | 'clock' | 'log'>): StablecoinLog {
  return {
    read: () => listUsdtLogs(store.db, LINES_SHOWN),
    async write(kind, text) {
      if (!options.boolean('EnableUsdtLog')) return;
      try {
        const content = `${kind} ${withoutSecrets(text, options.text('UsdtApiKey'))}`;
        const row = { created_at: nowSeconds(clock), content: content.slice(0, CONTENT_MAX) };
        await insertUsdtLog(store.db, row);
      } catch (error) {
        log.warn({ err: error }, 'stablecoin log write failed');
      }
    },
  };
}

/**
 * Masks secrets: signatures would allow a reader to replay the webhook elsewhere; the key is in no message,
 * but might be.
 */
function withoutSecrets(text: string, key: string): string {
  const fields = readObject(text);
  const loggedText =
    'signature' in fields
      ? JSON.stringify({ ...fields, signature: MASK })
      : text.replaceAll('\0', '');
  return key === '' ? loggedText : loggedText.replaceAll(key, MASK);
}
