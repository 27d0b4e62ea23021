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

/** A recorded body; at most `bytes` of it are kept. */
export type TakenBody = Omit<StoredBody, 'text' | 'bytes' | 'hidden'> & {
  /** Undefined for anything but text. */
  readonly kept: Buffer | undefined;
  /** The actual size in bytes. */
  readonly size: number;
};

/** A finished call to be stored. */
export interface TakenPayload extends Omit<Payload, 'request' | 'response'> {
  readonly callId: string;
  readonly userId: number;
  /** The credential that the caller authenticated with, which is masked wherever it occurs. */
  readonly credential: string;
  readonly request: TakenBody | undefined;
  readonly response: (TakenBody & { readonly status: number; readonly ended: boolean }) | undefined;
}

// Not taken from `Domain`, which contains the payload log.
interface PayloadLogContext {
  store: Store;
  keyring: Keyring;
  options: OptionStore;
  clock: Clock;
  log: Logger;
}

interface PendingPayload {
  readonly payload: TakenPayload;
  readonly at: number;
  readonly done: () => void;
}

const WARN_EVERY_MS = 60_000;

/**
 * Stores the requests and responses of calls by selected keys and to selected models (ADR 87): encrypted, one
 * at a time, after the call. Failures are counted and do not affect calls.
 */
export class PayloadLog {
  readonly keys: PayloadKeys;
  readonly #context: PayloadLogContext;
  readonly #pending: PendingPayload[] = [];
  #writing: Promise<void> | undefined;
  #warnedAtMs = -WARN_EVERY_MS;

  constructor(context: PayloadLogContext) {
    this.#context = context;
    this.keys = new PayloadKeys(context.store, context.keyring);
  }

  /**
   * Returns whether payloads of this holder's calls may be stored: of all calls, or of calls to certain
   * models.
   */
  watches({ payloadLog }: Pick<ApiKeyHolder, 'payloadLog'>): boolean {
    return payloadLog || this.#patterns.length > 0;
  }

  /** Returns whether payloads of calls to a model are stored, whatever key they use. */
  keepsModel(model: string): boolean {
    const name = model.toLowerCase();
    return this.#patterns.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
    );
  }

  /** Maximum number of bytes stored of each body. */
  get bodyBytesMax(): number {
    return this.#context.options.number('PayloadKilobytesMax') * 1024;
  }

  /** Stores a finished call; calls `done` once its memory is free again. Never throws. */
  keep(payload: TakenPayload, done: () => void): void {
    this.#pending.push({ payload, at: nowSeconds(this.#context.clock), done });
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when everything waiting was written or lost. Never rejects. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  get #patterns(): readonly string[] {
    return this.#context.options.get('PayloadLogModels');
  }

  async #writeAll(): Promise<void> {
    // Lets the call that started the writing finish first.
    await new Promise(setImmediate);
    for (let next = this.#pending.shift(); next; next = this.#pending.shift()) {
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

  async #write({ payload: finishedCall, at }: PendingPayload): Promise<void> {
    const { callId, userId, credential, request, response, ...rest } = finishedCall;
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
    if (Math.abs(clock.nowMs() - this.#warnedAtMs) < WARN_EVERY_MS) return;
    this.#warnedAtMs = clock.nowMs();
    log.warn({ err: error }, 'payload of a call not stored');
  }
}

/** The characters of a credential: one that was truncated would not be recognized. */
const TRAILING_WORD = /[\w.+/=~-]{1,300}$/;

function toStored(body: TakenBody, credential: string): StoredBody {
  const { type, kept, size, cut, left_out } = body;
  const shared = { type, bytes: size, cut, left_out };
  if (!kept) return { ...shared, text: '', hidden: 0 };
  // A truncated character at the end is dropped.
  const decoded = new TextDecoder().decode(kept, { stream: cut });
  const { text, hidden } = hideCredentials(
    cut ? decoded.replace(TRAILING_WORD, '') : decoded,
    credential,
  );
  return { ...shared, text, hidden };
}
