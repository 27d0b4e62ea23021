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
  globalThis.delivered?.answers.delete(address);
  if (sinceOpenedMs > FRESH_MS) return undefined;
  return answer?.catch(() => undefined);
}
