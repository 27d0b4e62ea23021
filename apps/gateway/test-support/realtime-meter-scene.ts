import type { Price } from '@tollgate/pricing';
import type { WebSocket } from 'ws';
import type { RuntimeChannel } from '../src/domain/channels/channel-catalog.ts';
import type { MeterContext, SessionFacts } from '../src/relay/realtime/meter-context.ts';
import { RealtimeSession } from '../src/relay/realtime/realtime-session.ts';
import { ResponseMeter } from '../src/relay/realtime/response-meter.ts';
import { dearPrice, plainPrice } from './plain-price.ts';
import { SocketSide } from './socket-side.ts';

export const REALTIME_MODEL = 'gpt-realtime';

/** A wallet with one balance, with what sessions need of it. */
export interface MeterWallet {
  /** Held by open reservations. */
  reserved: number;
  /** The most that was held at once. */
  most: number;
  /** The rest of the balance. */
  balance: number;
  /** Rate-limit slots in use. */
  places: number;
  /** The charges, and what was reserved for each. */
  readonly charges: { quota: number; reserved: number }[];
}

/** A clock on which every wait is over in the next turn of the event loop. */
function hastyClock() {
  let elapsedMs = 0;
  return {
    elapsedMs: () => elapsedMs,
    after(milliseconds: number, run: () => void) {
      const timer = setImmediate(() => {
        elapsedMs += milliseconds;
        run();
      });
      return () => clearImmediate(timer);
    },
  };
}

interface Held {
  amount: number;
}

const OWNER = { ownerId: 1 };

function openWallet(balance: number) {
  const wallet: MeterWallet = { reserved: 0, most: 0, balance, places: 0, charges: [] };
  const take = (more: number) => {
    if (more > wallet.balance) return false;
    wallet.balance -= more;
    wallet.reserved += more;
    wallet.most = Math.max(wallet.most, wallet.reserved);
    return true;
  };
  const release = (held: Held, charge = 0) => {
    wallet.reserved -= held.amount;
    wallet.balance += held.amount - charge;
    held.amount = 0;
  };
  const calls = {
    reserve: async ({ amount }: Held) => (take(amount) ? { amount, user: OWNER } : 'user'),
    reserveNothing: () => ({ amount: 0, user: OWNER }),
    async extend(held: Held, more: number) {
      // As the real wallet does.
      if (more < 0) throw new RangeError(`${more} is no amount of quota`);
      if (!take(more)) return false;
      held.amount += more;
      return true;
    },
    async settle(held: Held, { row: { quota } }: { row: { quota: number } }) {
      wallet.charges.push({ quota, reserved: held.amount });
      release(held, quota);
    },
    void: (held: Held) => release(held),
    record: async () => {},
  };
  return { wallet, calls };
}

/** Opens a meter with a wallet of this balance, ready for its first response; reservations can be read. */
export async function openMeter({
  balance = 1e12,
  model = REALTIME_MODEL,
  limit,
  transcriber,
  price = plainPrice,
  priceOf = (name) => (name.startsWith('dear') ? dearPrice : plainPrice),
}: {
  balance?: number;
  model?: string;
  limit?: unknown;
  transcriber?: string;
  /** The price of the session's model. */
  price?: Price;
  /** The current price of a transcription model. */
  priceOf?: (name: string) => Price;
} = {}) {
  const { wallet, calls } = openWallet(balance);
  const holder = { userId: 1, unlimited: true };
  const context = {
    holder: () => holder,
    admit: async () => holder,
    price: () => price,
    lastPrice: () => price,
    modelPrice: (_holder: unknown, name: string) => priceOf(name),
    preConsumedQuota: () => 0,
    limiter: {
      async admit() {
        wallet.places += 1;
        return { release: () => void (wallet.places -= 1) };
      },
    },
    wallet: calls,
    clock: hastyClock(),
    nowMs: () => 0,
    logConsume: () => true,
    formatQuota: String,
    recordClaim() {},
  } as unknown as MeterContext;
  const facts = { requestId: 'r', model, attempts: [] } as unknown as SessionFacts;
  const meter = new ResponseMeter(context, facts);
  meter.connected({ id: 1 } as RuntimeChannel, model);
  meter.takeSession({
    max_output_tokens: limit,
    ...(transcriber ? { input_audio_transcription: { model: transcriber } } : {}),
  });
  await meter.prepare();
  return { meter, wallet };
}

/**
 * Opens a meter's session with both sides under the test's control. `failed` is called with unexpected
 * errors.
 */
export function openSides(meter: ResponseMeter, failed: (error: unknown) => void) {
  const [client, upstream] = [new SocketSide(), new SocketSide()];
  const held: number[] = [];
  const session = new RealtimeSession({
    hide: (message) => message,
    client: client as unknown as WebSocket,
    upstream: upstream as unknown as WebSocket,
    meter,
    requestId: 'r',
    language: 'en',
    checkWords() {},
    checksWords: () => false,
    watchResponse: () => undefined,
    changed() {},
    hold: (bytes) => held.push(bytes),
    stalledClientMs: () => 0,
    failed,
  });
  return { session, client, upstream, held };
}

/** The same with a wallet of this balance. */
export async function openRealtimeSession(balance: number, failed: (error: unknown) => void) {
  const { meter, wallet } = await openMeter({ balance });
  return { ...openSides(meter, failed), wallet };
}
