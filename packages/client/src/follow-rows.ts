import { type AnyEndpoint, type DataOf, endpoints } from '@tollgate/contract';
import type { CallInput, CallOptions, Follower } from './call-types.ts';
import { readServerSentEvents, type ServerEvent } from './read-server-sent-events.ts';
import { wait } from './wait.ts';

/** Rows that arrived together, and the `after_id` that resumes after them. */
export interface FollowedBatch<Name extends Follower> {
  afterId: number;
  rows: DataOf<(typeof endpoints)[Name]>;
}

type Open = (endpoint: AnyEndpoint, input: object, options: CallOptions) => Promise<Response>;

/** How many row ids are remembered, so that no row is returned twice. */
const RECENT = 10_000;
/** Minimum interval between two openings: a stream that ends at once must not be opened in a tight loop. */
const OPEN_EVERY_MS = 1000;

/** What tests replace. */
export interface Pace {
  /** A monotonic clock in milliseconds. */
  now: () => number;
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

const REAL_PACE: Pace = { now: () => performance.now(), wait };

/** Follows streams of rows, each resuming where the last one ended, until the signal aborts. */
export async function* followRows<Name extends Follower>(
  open: Open,
  name: Name,
  input: CallInput<Name> | undefined,
  options: CallOptions = {},
  pace = REAL_PACE,
): AsyncGenerator<FollowedBatch<Name>, void> {
  const seen = new Set<number>();
  const isNew = ({ id }: { id: number }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > RECENT && oldest !== undefined) seen.delete(oldest);
    return true;
  };
  let afterId = (input?.query as { after_id?: number } | undefined)?.after_id ?? 0;
  for (;;) {
    const asked = { ...input, query: { ...input?.query, after_id: afterId } };
    const openedAt = pace.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
    const body = await openUnlessAborted(open, endpoints[name], asked, options);
    if (!body) return;
    // oxlint-disable-next-line no-await-in-loop -- as above
    for await (const { id, data } of untilBroken(body, options.signal)) {
      if (id !== '') afterId = Number(id);
      const told: unknown = data === '' ? [] : JSON.parse(data);
      const rows = Array.isArray(told) ? (told as { id: number }[]).filter(isNew) : [];
      if (rows.length > 0) yield { afterId, rows: rows as DataOf<(typeof endpoints)[Name]> };
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pace.wait(openedAt + OPEN_EVERY_MS - pace.now(), options.signal);
    if (options.signal?.aborted) return;
  }
}

/** Returns nothing if the signal aborted; if the gateway is gone, this throws. */
async function openUnlessAborted(
  open: Open,
  endpoint: AnyEndpoint,
  input: object,
  options: CallOptions,
): Promise<Response['body']> {
  try {
    const { body } = await open(endpoint, input, options);
    return body;
  } catch (error) {
    if (options.signal?.aborted) return null;
    throw error;
  }
}

/** Yields the events of a stream; a connection that breaks or is aborted ends it like any other end. */
async function* untilBroken(
  body: NonNullable<Response['body']>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent, void> {
  const events = readServerSentEvents(body);
  try {
    // Faults in what is done with an event are not caught here: they are thrown where the event is used.
    yield* events;
  } catch (error) {
    if (!signal?.aborted && !isBrokenLine(error)) throw error;
  }
}

/** Reading a body throws a TypeError once its connection is gone. */
const isBrokenLine = (error: unknown) => error instanceof TypeError;
