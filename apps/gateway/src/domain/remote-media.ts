import type { FetchedMedia } from '@tollgate/dialects';
import { AppError } from '../platform/app-error.ts';
import type { Outbound, OutboundAnswer } from '../platform/outbound.ts';

const TIMEOUT_MS = 20_000;
const ITEMS_MAX = 20;
const ITEM_BYTES_MAX = 20 * 1024 * 1024;
const TOTAL_BYTES_MAX = 40 * 1024 * 1024;
const REDIRECTS_MAX = 3;
const MEDIA_TYPE = /^(?:image\/(?:png|jpeg|gif|webp)|application\/pdf)$/;

export type FetchedAll = ReadonlyMap<string, FetchedMedia>;

/**
 * Fetches pictures and documents that clients name by address, for providers that fetch nothing
 * themselves; each once for a call, however many channels are tried. Redirects are followed a few
 * steps, every one of them checked.
 */
export class RemoteMedia {
  readonly #outbound: Outbound;
  readonly #known = new WeakMap<object, Promise<FetchedAll>>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** Rejects with AppError relay_media_unreachable. */
  fetch(call: object, urls: readonly string[]): Promise<FetchedAll> {
    let known = this.#known.get(call);
    if (!known) this.#known.set(call, (known = this.#fetchAll(urls)));
    return known;
  }

  async #fetchAll(urls: readonly string[]): Promise<FetchedAll> {
    if (urls.length > ITEMS_MAX) throw unreachable(urls[ITEMS_MAX] ?? '');
    const items = await Promise.all(urls.map((url) => this.#fetchOne(url)));
    let bytes = 0;
    for (const [url, { data }] of items) {
      bytes += data.length;
      if (bytes > TOTAL_BYTES_MAX) throw unreachable(url);
    }
    return new Map(items);
  }

  async #fetchOne(url: string): Promise<[string, FetchedMedia]> {
    try {
      const { headers, bytes } = await this.#follow(url);
      const mediaType = String(headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim()
        .toLowerCase();
      if (!mediaType || !MEDIA_TYPE.test(mediaType)) throw new Error('no picture or document');
      return [url, { mediaType, data: bytes.toString('base64') }];
    } catch (error) {
      throw unreachable(url, error);
    }
  }

  async #follow(url: string): Promise<OutboundAnswer> {
    let target = url;
    for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
      const limits = { timeoutMs: TIMEOUT_MS, maxBytes: ITEM_BYTES_MAX };
      // oxlint-disable-next-line no-await-in-loop -- one redirect after the other
      const answer = await this.#outbound({ url: target, ...limits });
      const { location } = answer.headers;
      if (answer.status < 300) return answer;
      if (answer.status >= 400 || typeof location !== 'string') break;
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
