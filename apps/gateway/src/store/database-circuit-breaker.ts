/** Whether PostgreSQL is reachable, known without a query. */
export interface DatabaseCircuitBreaker {
  readonly isUp: boolean;
  close(): Promise<void>;
}

export interface DatabaseCircuitBreakerOptions {
  /** Pings the database on its own connection; rejects within a few seconds if there is no reply. */
  ping: () => Promise<unknown>;
  /** Called when the database becomes unreachable (with the reason) and when it is back (undefined). */
  onChange: (reason: Error | undefined) => void;
  everyMs?: number;
}

const EVERY_MS = 1000;

/**
 * A circuit breaker in front of PostgreSQL. No call waits for a database that is known to be unreachable,
 * and it is used again as soon as it replies. A single failed ping may be a lost connection, so a second
 * one decides.
 */
export function createDatabaseCircuitBreaker({
  ping,
  onChange,
  everyMs = EVERY_MS,
}: DatabaseCircuitBreakerOptions): DatabaseCircuitBreaker {
  let isUp = true;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let check: Promise<void> = Promise.resolve();

  async function checkOnce(): Promise<void> {
    const failure = await ping()
      .catch(() => (isUp ? ping() : Promise.reject(new Error('the database is still away'))))
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      );
    if (closed) return;
    if (isUp !== (failure === undefined)) {
      isUp = failure === undefined;
      onChange(failure);
    }
    scheduleCheck();
  }

  function scheduleCheck(): void {
    timer = setTimeout(() => {
      check = checkOnce();
    }, everyMs).unref();
  }

  scheduleCheck();
  return {
    get isUp() {
      return isUp;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await check;
    },
  };
}
