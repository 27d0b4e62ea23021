import { type ComponentType, lazy } from 'react';
import { calls } from 'virtual:calls';
import { ApiError, callEndpoint } from './api/call-endpoint.ts';
import { connection } from './api/connection.ts';
import { hasUnsavedInput } from './session/unsaved-input.ts';

/** React's `lazy` for a part of a page, with the patience of `loadPart`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) => lazy(() => loadPart(load));

/**
 * Loads code of a part of a page. While the gateway is away, it waits and tries again once it is back: the rest
 * of the page stays. Rejects if the code is missing, as after an update, unless a reload would lose input: then
 * only `offerUpdate` says so.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (!(await isReachable())) await nextReturn();
    }
    try {
      return await load();
    } catch (error) {
      if ((await isReachable()) && !hasUnsavedInput()) throw error;
    }
    await nextReturn();
  }
}

async function isReachable(): Promise<boolean> {
  try {
    await callEndpoint(calls.getStatus);
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status !== 0;
  }
}

/** Resolves when the gateway responds again after it did not. */
function nextReturn(): Promise<void> {
  return new Promise((resolve) => {
    const stop = connection.subscribe(() => {
      if (connection.read().state !== 'back') return;
      stop();
      resolve();
    });
  });
}
