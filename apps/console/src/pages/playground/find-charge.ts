import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';

export interface Charge {
  quota: number;
  promptTokens: number;
  completionTokens: number;
}

/** Seconds between checks: a charge is in the log at once, or a moment later if nodes share it. */
const WAITS = [0, 0.4, 1, 2, 4, 8, 15];
const sleep = (seconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });

/**
 * Finds the charge of a call in the log; null if it is not there after half a minute. The upstream's response
 * to a stopped call may still be drained, so its charge comes later.
 */
export async function findCharge(
  requestId: string,
  wait: (seconds: number) => Promise<void> = sleep,
): Promise<Charge | null> {
  for (const seconds of WAITS) {
    await wait(seconds);
    const page = await callEndpoint(calls.listOwnLogs, {
      query: { p: 1, page_size: 10, request_id: requestId },
    }).catch(() => undefined);
    const row = page?.items.find(({ request_id: id }) => id === requestId);
    if (row)
      return {
        quota: row.quota,
        promptTokens: row.prompt_tokens,
        completionTokens: row.completion_tokens,
      };
  }
  return null;
}
