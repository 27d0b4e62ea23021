/** What the script of the document asked for before the scripts of the console were there. */
interface Delivered {
  /** The texts of the page at hand in the language of the browser; undefined where they did not come. */
  texts?: Promise<object | undefined> | undefined;
  /** Answers to calls that the page begins with, by address. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  var delivered: Delivered | undefined;
}

/** What was read of the answers before the first paint, by address. */
const ready = new Map<string, unknown>();

/** How long an answer that nobody took is still news (ms). */
const FRESH_MS = 15_000;

/** The texts that the document asked for; undefined where it did not (`npm run dev`). */
export async function takeDeliveredTexts(): Promise<object | undefined> {
  return globalThis.delivered?.texts;
}

/** The answer to a call that the document made, once; undefined where it made none or it failed. */
export async function takeDeliveredAnswer(
  address: string,
  sinceOpenedMs = performance.now(),
): Promise<Response | undefined> {
  const answer = globalThis.delivered?.answers.get(address);
  ready.delete(address);
  globalThis.delivered?.answers.delete(address);
  if (sinceOpenedMs > FRESH_MS) return undefined;
  return answer?.catch(() => undefined);
}

/**
 * Reads the answers that are there, or come so soon (ms): what a page shows in its first paint does not
 * push the rest away later.
 */
export async function readDelivered(waitMs: number): Promise<void> {
  let late = false;
  const read = async (address: string, answer: Promise<Response>) => {
    const response = await answer;
    const value: unknown = response.ok ? await response.clone().json() : undefined;
    if (!late && globalThis.delivered?.answers.get(address) === answer) ready.set(address, value);
  };
  const answers = [...(globalThis.delivered?.answers ?? [])];
  const all = Promise.allSettled(answers.map(([address, answer]) => read(address, answer)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise((resolve) => (timer = setTimeout(resolve, waitMs)));
  await Promise.race([all, end]);
  clearTimeout(timer);
  late = true;
}

/** What `readDelivered` read of the answer from an address, once; undefined where there is none. */
export function takeReadAnswer(address: string, sinceOpenedMs = performance.now()): unknown {
  const value = ready.get(address);
  if (value === undefined) return undefined;
  ready.delete(address);
  globalThis.delivered?.answers.delete(address);
  return sinceOpenedMs > FRESH_MS ? undefined : value;
}
