import { calls } from 'virtual:calls';
import { callEndpoint } from '../api/call-endpoint.ts';

const KEY = 'reloaded-at';
/** A second failure this soon is none that a reload cures, in milliseconds. */
const CURE_TIME = 5 * 60_000;

/** Whether a reload may be tried: none was in the last minutes of this tab. */
export function mayReload(now = Date.now()): boolean {
  try {
    return now - Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) > CURE_TIME;
  } catch {
    // Without a memory nothing would end the loop.
    return false;
  }
}

/**
 * Reloads the document, once in some minutes, so that an open console finds the pieces of the new
 * version. Does nothing where that was tried already; throws ApiError while the server is away.
 */
export async function reloadOnce(now = Date.now()): Promise<void> {
  if (!mayReload(now)) return;
  await reloadOnAnswer(() => sessionStorage.setItem(KEY, String(now)));
}

/**
 * Reloads the document if the server answers now, however it looked a moment ago; else throws ApiError,
 * because a reload would then leave nothing but the browser's own error. `before` runs just before it.
 */
export async function reloadOnAnswer(before = () => {}): Promise<void> {
  await callEndpoint(calls.getStatus);
  before();
  location.reload();
}
