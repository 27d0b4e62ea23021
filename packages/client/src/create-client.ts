import {
  type AnyEndpoint,
  type DataOf,
  type EndpointName,
  endpoints,
  type Envelope,
  type ExtrasOf,
} from '@tollgate/contract';
import type { CallArguments, Follower, ItemOf, Listed } from './call-types.ts';
import type { ClientOptions } from './client-options.ts';
import { createConnection } from './connection.ts';
import { type FollowedBatch, followRows } from './follow-rows.ts';

type Endpoints = typeof endpoints;

/** The console API's endpoints, by their names in the contract. All of them throw `ClientError`. */
export interface Client {
  /** Calls an endpoint and returns its data. */
  call<Name extends EndpointName>(
    name: Name,
    ...rest: CallArguments<Name>
  ): Promise<DataOf<Endpoints[Name]>>;
  /** Calls an endpoint and returns the whole envelope, with the members beside `data`. */
  envelope<Name extends EndpointName>(
    name: Name,
    ...rest: CallArguments<Name>
  ): Promise<Envelope<DataOf<Endpoints[Name]>> & ExtrasOf<Endpoints[Name]>>;
  /** Yields the rows of a list, fetching pages (`page_size`, 100 by default) only as rows are consumed. */
  each<Name extends Listed>(
    name: Name,
    ...rest: CallArguments<Name>
  ): AsyncGenerator<ItemOf<Name>, void>;
  /** Calls an endpoint that returns no envelope but a file, an archive or lines. The body is still unread. */
  open<Name extends EndpointName>(name: Name, ...rest: CallArguments<Name>): Promise<Response>;
  /**
   * Yields rows as they are written, until `signal` aborts. A stream that breaks is resumed after the last
   * row; if the call cannot even begin, it throws and the caller decides whether to retry.
   */
  follow<Name extends Follower>(
    name: Name,
    ...rest: CallArguments<Name>
  ): AsyncGenerator<FollowedBatch<Name>, void>;
}

const PAGE_SIZE = 100;

/** Creates a client for one gateway's console API. Throws TypeError if `server` is not a valid URL. */
export function createClient(options: ClientOptions): Client {
  const { callEndpoint, open } = createConnection(options);
  const client: Client = {
    async call(name, ...rest) {
      const { data } = (await client.envelope(name, ...rest)) as Envelope<
        DataOf<Endpoints[typeof name]>
      >;
      return data;
    },
    envelope(name, ...[input = {}, options = {}]) {
      const endpoint: AnyEndpoint = endpoints[name];
      if (endpoint.streams) throw new TypeError(`${name} answers no envelope: use open or follow`);
      return callEndpoint(endpoint, input, options);
    },
    async *each(name, ...[input, options]) {
      const query = { page_size: PAGE_SIZE, ...input?.query };
      let before = new Set<unknown>();
      for (let page = 1; ; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- a page is fetched when it is asked for
        const { data } = await callEndpoint<Envelope<Page<ItemOf<typeof name>>>>(
          endpoints[name],
          { ...input, query: { ...query, p: page } },
          options ?? {},
        );
        const { items, total, page_size } = data;
        // New rows push old ones onto the next page: skip those already returned.
        for (const item of items) if (!before.has(idOf(item))) yield item;
        const isLast = page * page_size >= total && data.total_is_exact !== false;
        if (isLast || items.length < page_size) return;
        before = new Set(items.map(idOf).filter((id) => id !== undefined));
      }
    },
    open(name, ...[input = {}, options = {}]) {
      return open(endpoints[name], input, options);
    },
    follow: (name, ...[input, options]) => followRows(open, name, input, options),
  };
  return client;
}

interface Page<Item> {
  items: Item[];
  total: number;
  page_size: number;
  total_is_exact?: boolean;
}

const idOf = (item: unknown) => (item as { id?: unknown } | null)?.id;
