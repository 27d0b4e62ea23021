import { Pool } from 'undici';

export interface OpenLoopOptions {
  /** Origin and path. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Calls that begin in a second, however many still run. */
  rate: number;
  seconds: number;
}

export interface OpenLoopResult {
  /** From the moment a call was due to its last byte, so that waiting for a turn counts. */
  latenciesMs: number[];
  errors: number;
}

const CONNECTIONS = 256;

/** Calls at a fixed pace whatever the answers take, and times each from when it was due. */
export async function runOpenLoop(options: OpenLoopOptions): Promise<OpenLoopResult> {
  const { origin, pathname: path } = new URL(options.url);
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const result: OpenLoopResult = { latenciesMs: [], errors: 0 };
  const total = options.rate * options.seconds;
  const open = new Set<Promise<void>>();
  const startedMs = performance.now();
  let begun = 0;
  await new Promise<void>((resolve) => {
    const beginDue = () => {
      const nowMs = performance.now() - startedMs;
      for (; begun < total && (begun * 1000) / options.rate <= nowMs; begun += 1) {
        const dueMs = startedMs + (begun * 1000) / options.rate;
        const call: Promise<void> = callOnce(pool, path, options)
          .then((whole) => {
            if (whole) result.latenciesMs.push(performance.now() - dueMs);
            else result.errors += 1;
          })
          .finally(() => open.delete(call));
        open.add(call);
      }
      // Timers have whole milliseconds, which is too coarse here: the core is the generator's alone.
      if (begun < total) setImmediate(beginDue);
      else resolve();
    };
    beginDue();
  });
  await Promise.all(open);
  await pool.destroy();
  return result;
}

/** True for a whole answer. */
async function callOnce(
  pool: Pool,
  path: string,
  { headers, body }: OpenLoopOptions,
): Promise<boolean> {
  try {
    const answer = await pool.request({
      path,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}
