import { calls } from 'virtual:calls';
import { callEndpoint } from '../api/call-endpoint.ts';

const KEY = 'reloaded-at';
/** Within this time (ms) of a reload, another one won't fix a second failure. */
const CURE_TIME = 5 * 60_000;

/** Whether a reload may be tried: this tab had none in the last minutes. */
export function mayReload(now = Date.now()): boolean {
  try {
    return now - Number(sessionStorage.getItem(KEY) ?? Number.NEGATIVE_INFINITY) > CURE_TIME;
  } catch {
    // Without storage nothing would end the loop.
    return false;
  }
}

/**
 * Reloads the document, at most once in some minutes, so that an open console gets the chunks of the new
 * version. Does nothing if that was tried recently; throws ApiError while the server is unreachable.
 */
export async function reloadOnce(now = Date.now()): Promise<void> {
  if (!mayReload(now)) return;
  await reloadIfReachable(() => sessionStorage.setItem(KEY, String(now)));
}

/**
 * Reloads the document if the server responds now, whatever its last known state; otherwise throws ApiError,
 * because the reload would show the browser's own error page. `before` runs just before the reload.
 */
export async function reloadIfReachable(before = () => {}): Promise<void> {
  await callEndpoint(calls.getStatus);
  before();
  location.reload();
}
