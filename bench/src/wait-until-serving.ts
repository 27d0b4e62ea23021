import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchError } from './bench-error.ts';
import type { StartedProcess } from './start-process.ts';

const POLL_MS = 5;

/**
 * Resolves once a process responds to a GET with the wanted status (any if absent). Throws BenchError with
 * the end of its output if it ends first or takes too long.
 */
export async function waitUntilServing(
  started: StartedProcess,
  url: string,
  { status, timeoutMs = 30_000 }: { status?: number; timeoutMs?: number } = {},
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (started.hasEnded()) throw new BenchError(`it ended at once: ${lastLine(started.output())}`);
    const answered = await readStatus(url);
    if (answered !== undefined && (status === undefined || answered === status)) return;
    if (performance.now() > deadline)
      throw new BenchError(
        `it did not serve within ${timeoutMs / 1000} s: ${lastLine(started.output())}`,
      );
    await wait(POLL_MS);
  }
}

function readStatus(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const call = request(url, { agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    call.once('timeout', () => call.destroy());
    call.once('error', () => resolve(undefined));
    call.end();
  });
}

/** Returns the most informative line of an output: an error if there is one, or else the last. */
function lastLine(output: string): string {
  const lines = output.trim().split('\n');
  return (
    lines.findLast((line) => /error/i.test(line))?.trim() ??
    lines.at(-1)?.trim() ??
    'without a word'
  );
}
