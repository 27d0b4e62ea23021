import type { TakenBody } from '../../domain/payloads/payload-log.ts';
import type { PayloadMemoryBudget } from './payload-memory-budget.ts';

/** Longer runs of Base64 are images, audio or vectors: the rest of the run is omitted. */
const RUN_LENGTH_MAX = 2048;
/** Bytes of a body that are scanned; the rest is cut. */
const SCANNED_BYTES_MAX = 4 * 1024 * 1024;
const FIRST_BYTES = 4096;

/** Characters of Base64, in both alphabets and as JSON may escape them. */
const IS_BASE64 = new Uint8Array(256);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=\\')
  IS_BASE64[character.charCodeAt(0)] = 1;

/** Captures the beginning of a body as it arrives, in its own memory. */
export class BodyCapture {
  readonly #memory: PayloadMemoryBudget;
  readonly #max: number;
  readonly #type: string;
  readonly #isText: boolean;
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #size = 0;
  #run = 0;
  #omitted = 0;
  #cut = false;
  #isOutOfMemory = false;

  constructor(
    payloadMemory: PayloadMemoryBudget,
    max: number,
    { type, isText }: { type: string; isText: boolean },
  ) {
    this.#memory = payloadMemory;
    this.#max = max;
    this.#type = type;
    this.#isText = isText;
  }

  /** Whether memory ran out, so that the body must not be stored. */
  get isOutOfMemory(): boolean {
    return this.#isOutOfMemory;
  }

  /** Bytes reserved in the payload memory. */
  get reservedBytes(): number {
    return this.#buffer.length;
  }

  add(chunk: Uint8Array): void {
    const scanned = this.#size;
    this.#size += chunk.length;
    if (!this.#isText || this.#cut) return;
    if (this.#size <= SCANNED_BYTES_MAX) return this.#scan(chunk);
    this.#scan(chunk.subarray(0, SCANNED_BYTES_MAX - scanned));
    this.#cut = true;
  }

  /** Returns the captured body. */
  end(): TakenBody {
    this.#endRun();
    return {
      type: this.#type,
      kept: this.#isText ? this.#buffer.subarray(0, this.#length) : undefined,
      size: this.#size,
      cut: this.#cut,
      left_out: this.#omitted,
    };
  }

  /** Releases its memory. */
  release(): void {
    this.#memory.release(this.#buffer.length);
    this.#buffer = Buffer.alloc(0);
  }

  /** Appends everything except the rest of a run after its kept part. */
  #scan(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.#cut; at += 1) {
      if (IS_BASE64[chunk[at] as number] === 1) {
        this.#run += 1;
        if (this.#run === RUN_LENGTH_MAX + 1) this.#append(chunk.subarray(from, at));
      } else {
        if (this.#run > RUN_LENGTH_MAX) from = at;
        this.#endRun();
      }
    }
    if (this.#run <= RUN_LENGTH_MAX) this.#append(chunk.subarray(from));
  }

  #endRun(): void {
    const over = this.#run - RUN_LENGTH_MAX;
    this.#run = 0;
    if (over <= 0) return;
    this.#omitted += over;
    this.#append(Buffer.from(`[… ${over}]`));
  }

  #append(bytes: Uint8Array): void {
    if (this.#cut || bytes.length === 0) return;
    const fits = Math.min(bytes.length, this.#max - this.#length);
    if (!this.#ensure(this.#length + fits)) {
      this.#cut = true;
      this.#isOutOfMemory = true;
      return;
    }
    this.#buffer.set(bytes.subarray(0, fits), this.#length);
    this.#length += fits;
    if (fits < bytes.length) this.#cut = true;
  }

  #ensure(length: number): boolean {
    if (length <= this.#buffer.length) return true;
    const grown = Math.min(this.#max, Math.max(FIRST_BYTES, length, this.#buffer.length * 2));
    if (!this.#memory.tryReserve(grown - this.#buffer.length)) return false;
    const larger = Buffer.allocUnsafe(grown);
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
    return true;
  }
}
