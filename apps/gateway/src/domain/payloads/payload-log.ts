import type { Clock } from '../../platform/clock.ts';
import { nowSeconds } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Logger } from '../../platform/logger.ts';
import { insertPayload } from '../../store/payloads-repository.ts';
import type { Store } from '../../store/open-store.ts';
import type { ApiKeyHolder } from '../accounts/api-key-directory.ts';
import type { OptionStore } from '../options/options.ts';
import { hideCredentials } from './hide-credentials.ts';
import type { Payload, StoredBody } from './payload.ts';
import { PayloadKeys } from './payload-keys.ts';
import { countPayload } from './payload-metrics.ts';
import { sealPayload } from './seal-payload.ts';

/** A body as it was taken down; `bytes` of it are kept. */
export type TakenBody = Omit<StoredBody, 'text' | 'bytes' | 'hidden'> & {
  /** Undefined for what is no text. */
  readonly kept: Buffer | undefined;
  /** How many bytes it really had. */
  readonly size: number;
};

/** A call that is over, to be kept. */
export interface TakenPayload extends Omit<Payload, 'request' | 'response'> {
  readonly callId: string;
  readonly userId: number;
  /** What the caller authenticated with: hidden wherever it stands. */
  readonly credential: string;
  readonly request: TakenBody | undefined;
  readonly response: (TakenBody & { readonly status: number; readonly ended: boolean }) | undefined;
}

// The domain holds the payload log, so its type can't come from there.
interface PayloadLogContext {
  store: Store;
  keyring: Keyring;
  options: OptionStore;
  clock: Clock;
  log: Logger;
}

interface Waiting {
  readonly payload: TakenPayload;
  readonly at: number;
  readonly done: () => void;
}

const WARN_EVERY_MS = 60_000;

/**
 * Keeps what callers send and get for the calls of chosen keys and models (ADR 87): sealed, one after
 * another, after the call. Whatever goes wrong is counted and harms no call.
 */
export class PayloadLog {
  readonly keys: PayloadKeys;
  readonly #context: PayloadLogContext;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #warnedAtMs = -WARN_EVERY_MS;

  constructor(context: PayloadLogContext) {
    this.#context = context;
    this.keys = new PayloadKeys(context.store, context.keyring);
  }

  /** Whether payloads of this holder's calls may be kept: of all, or of those of certain models. */
  watches({ payloadLog }: Pick<ApiKeyHolder, 'payloadLog'>): boolean {
    return payloadLog || this.#patterns.length > 0;
  }

  /** Whether payloads of calls to a model are kept, whatever key they came with. */
  keepsModel(model: string): boolean {
    const name = model.toLowerCase();
    return this.#patterns.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
    );
  }

  /** How much of each body is kept. */
  get bodyBytesMax(): number {
    return this.#context.options.number('PayloadKilobytesMax') * 1024;
  }

  /** Keeps a call that is over; `done` is called once its memory is free again. Never throws. */
  keep(payload: TakenPayload, done: () => void): void {
    this.#waiting.push({ payload, at: nowSeconds(this.#context.clock), done });
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all that waits was written or is lost. Never rejects. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  get #patterns(): readonly string[] {
    return this.#context.options.get('PayloadLogModels');
  }

  async #writeAll(): Promise<void> {
    // The call that brought the first one ends before anything is done for it.
    await new Promise(setImmediate);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      try {
        await this.#write(next);
        countPayload('stored');
      } catch (error) {
        countPayload('lost');
        this.#warn(error);
      } finally {
        next.done();
      }
    }
    this.#writing = undefined;
  }

  async #write({ payload: taken, at }: Waiting): Promise<void> {
    const { callId, userId, credential, request, response, ...rest } = taken;
    const payload: Payload = {
      ...rest,
      request: request ? toStored(request, credential) : null,
      response: response
        ? { ...toStored(response, credential), status: response.status, ended: response.ended }
        : null,
    };
    const key = await this.keys.keyAt(at);
    const sealed = await sealPayload(key.bytes, JSON.stringify(payload), { callId, userId });
    await insertPayload(this.#context.store.db, {
      call_id: callId,
      user_id: userId,
      created_at: at,
      key_id: key.id,
      sealed,
    });
  }

  #warn(error: unknown): void {
    const { clock, log } = this.#context;
    if (clock.nowMs() - this.#warnedAtMs < WARN_EVERY_MS) return;
    this.#warnedAtMs = clock.nowMs();
    log.warn({ err: error }, 'payload of a call not stored');
  }
}

/** What a credential may be made of: one that was cut would not be known any more. */
const LAST_WORD = /[\w.+/=~-]{1,300}$/;

function toStored(body: TakenBody, credential: string): StoredBody {
  const { type, kept, size, cut, left_out } = body;
  const shared = { type, bytes: size, cut, left_out };
  if (!kept) return { ...shared, text: '', hidden: 0 };
  // A character that was cut is left out.
  const decoded = new TextDecoder().decode(kept, { stream: cut });
  const { text, hidden } = hideCredentials(
    cut ? decoded.replace(LAST_WORD, '') : decoded,
    credential,
  );
  return { ...shared, text, hidden };
}
