import { connection } from './api/connection.ts';
import { isProxyAlone } from './api/is-proxy-alone.ts';
import { recordServerTime } from './server-clock.ts';

/** What the document's inline script requested before the console's scripts were loaded. */
interface Delivered {
  /** The texts of the current page in the browser's language; undefined if they did not arrive. */
  texts?: Promise<object | undefined> | undefined;
  /** Responses to the calls that the page starts with, by URL. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  var delivered: Delivered | undefined;
}

/** Responses that were read before the first paint, by URL. */
const ready = new Map<string, unknown>();

/** How long an unused response stays fresh (ms). */
const FRESH_MS = 15_000;

/** Returns the texts that the document requested; undefined if it did not (`npm run dev`). */
export async function takePreloadedTexts(): Promise<object | undefined> {
  return globalThis.delivered?.texts;
}

/** Returns, once, the response to a call that the document made; undefined if it made none or it failed. */
export async function takePreloadedResponse(
  address: string,
  sinceOpenedMs = performance.now(),
): Promise<Response | undefined> {
  const response = globalThis.delivered?.answers.get(address);
  ready.delete(address);
  globalThis.delivered?.answers.delete(address);
  if (sinceOpenedMs > FRESH_MS) return undefined;
  return response?.catch(() => undefined);
}

/**
 * Reads the responses that are there or arrive within this time (ms): content in the first paint causes no
 * layout shift later.
 */
export async function readPreloaded(waitMs: number): Promise<void> {
  let late = false;
  const read = async (address: string, delivered: Promise<Response>) => {
    const response = await delivered;
    if (!isProxyAlone(response)) {
      connection.recordResponse();
      recordServerTime(response, performance.now());
    }
    const value: unknown = response.ok ? await response.clone().json() : undefined;
    if (!late && globalThis.delivered?.answers.get(address) === delivered)
      ready.set(address, value);
  };
  const responses = [...(globalThis.delivered?.answers ?? [])];
  const all = Promise.allSettled(responses.map(([address, response]) => read(address, response)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise((resolve) => (timer = setTimeout(resolve, waitMs)));
  await Promise.race([all, end]);
  clearTimeout(timer);
  late = true;
}

/** Returns, once, what `readPreloaded` read for a URL; undefined if there is nothing. */
export function takeParsedPreload(address: string, sinceOpenedMs = performance.now()): unknown {
  const value = ready.get(address);
  if (value === undefined) return undefined;
  ready.delete(address);
  globalThis.delivered?.answers.delete(address);
  return sinceOpenedMs > FRESH_MS ? undefined : value;
}
