import type { FetchedMedia } from '@tollgate/dialects';
import { AppError } from '../platform/app-error.ts';
import type { Outbound, OutboundResponse } from '../platform/outbound.ts';

const TIMEOUT_MS = 20_000;
const ITEMS_MAX = 20;
const AT_ONCE = 4;
const ITEM_BYTES_MAX = 10 * 1024 * 1024;
const TOTAL_BYTES_MAX = 24 * 1024 * 1024;
const REDIRECTS_MAX = 3;
/** Base64 characters per byte. */
const BASE64_SHARE = 4 / 3;
const MEDIA_TYPE = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

type Hold = (bytes: number) => void;

export type FetchedAll = ReadonlyMap<string, FetchedMedia>;

/**
 * Fetches images and documents that clients name by URL, for providers that fetch nothing themselves; each
 * once per call, however many channels are tried. Follows a few redirects, checking each one.
 */
export class RemoteMedia {
  readonly #outbound: Outbound;
  readonly #fetched = new WeakMap<object, Promise<FetchedAll>>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * Fetches the media of a call. Calls `hold` with the bytes of memory that each chunk takes, until the fetch
   * has ended. Rejects with AppError relay_media_unreachable, or with what `hold` throws.
   */
  fetch(call: object, urls: readonly string[], hold: Hold = () => {}): Promise<FetchedAll> {
    let cached = this.#fetched.get(call);
    if (!cached) this.#fetched.set(call, (cached = this.#fetchAll(urls, hold)));
    return cached;
  }

  /** Fetches a few at a time, so that a call can't make the gateway hold much more than its limit. */
  async #fetchAll(urls: readonly string[], hold: Hold): Promise<FetchedAll> {
    if (urls.length > ITEMS_MAX) throw unreachable(urls[ITEMS_MAX] ?? '');
    const queue = [...urls];
    const fetched = new Map<string, FetchedMedia>();
    let bytes = 0;
    let isOver = false;
    const onBytes = (count: number) => {
      if (isOver) throw new Error('nobody waits for it');
      hold(Math.ceil(count * BASE64_SHARE));
    };
    const work = async () => {
      for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
        // oxlint-disable-next-line no-await-in-loop -- each worker one after the other
        const media = await this.#fetchOne(url, onBytes);
        bytes += media.data.length;
        if (bytes > TOTAL_BYTES_MAX) throw unreachable(url);
        fetched.set(url, media);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    } finally {
      queue.length = 0;
      isOver = true;
    }
    return fetched;
  }

  async #fetchOne(url: string, onBytes: Hold): Promise<FetchedMedia> {
    try {
      const { headers, bytes } = await this.#follow(url, onBytes);
      const mediaType = String(headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim()
        .toLowerCase();
      if (!mediaType || !MEDIA_TYPE.test(mediaType)) throw new Error('no picture or document');
      return { mediaType, data: bytes.toString('base64') };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw unreachable(url, error);
    }
  }

  async #follow(url: string, onBytes: Hold): Promise<OutboundResponse> {
    let target = url;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ITEM_BYTES_MAX, onBytes };
      // oxlint-disable-next-line no-await-in-loop -- one redirect after the other
      const response = await this.#outbound({ url: target, ...limits });
      const { location } = response.headers;
      if (response.status < 300) return response;
      if (response.status >= 400 || typeof location !== 'string') break;
      target = new URL(location, target).href;
    }
    throw new Error('no answer');
  }
}

const URL_LENGTH_SHOWN = 200;

function unreachable(url: string, cause?: unknown): AppError {
  return new AppError(
    'relay_media_unreachable',
    { url: url.slice(0, URL_LENGTH_SHOWN) },
    { cause },
  );
}
