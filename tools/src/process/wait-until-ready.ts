import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

/** Resolves when a URL responds with success. Rejects after `limitMs`. */
export async function waitUntilReady(address: string, limitMs = 30_000): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const ok = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    if (performance.now() > deadline) throw new Error(`${address} did not answer in ${limitMs} ms`);
    await sleep(PAUSE_MS);
  }
}
