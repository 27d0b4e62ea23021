import { type AnyEndpoint, type DataOf, endpoints } from '@tollgate/contract';
import type { CallInput, CallOptions, Follower } from './call-types.ts';
import { readServerSentEvents } from './read-server-sent-events.ts';

/** Rows that arrived together, and the `after_id` that resumes after them. */
export interface FollowedBatch<Name extends Follower> {
  afterId: number;
  rows: DataOf<(typeof endpoints)[Name]>;
}

type Open = (endpoint: AnyEndpoint, input: object, options: CallOptions) => Promise<Response>;

/** How many row ids are remembered, so that no row is returned twice. */
const RECENT = 10_000;

/** Follows streams of rows, each resuming where the last one ended, until the signal aborts. */
export async function* followRows<Name extends Follower>(
  open: Open,
  name: Name,
  input: CallInput<Name> | undefined,
  options: CallOptions = {},
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
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
      const { body } = await open(endpoints[name], asked, options);
      if (!body) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      for await (const { id, data } of readServerSentEvents(body)) {
        if (id !== '') afterId = Number(id);
        const told: unknown = data === '' ? [] : JSON.parse(data);
        const rows = Array.isArray(told) ? (told as { id: number }[]).filter(isNew) : [];
        if (rows.length > 0) yield { afterId, rows: rows as DataOf<(typeof endpoints)[Name]> };
      }
    } catch (error) {
      if (options.signal?.aborted) return;
      // A broken connection is resumed; if the gateway is gone, the next request throws.
      if (!isBrokenLine(error)) throw error;
    }
  }
}

/** Reading a body throws a TypeError once its connection is gone. */
const isBrokenLine = (error: unknown) => error instanceof TypeError;
