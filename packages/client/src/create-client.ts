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

/** Calls of the console API by their names in the contract. All of them throw `ClientError`. */
export interface Client {
  /** Calls an endpoint and answers its data. */
  call<Name extends EndpointName>(
    name: Name,
    ...rest: CallArguments<Name>
  ): Promise<DataOf<Endpoints[Name]>>;
  /** The same with what stands beside the data in the envelope. */
  envelope<Name extends EndpointName>(
    name: Name,
    ...rest: CallArguments<Name>
  ): Promise<Envelope<DataOf<Endpoints[Name]>> & ExtrasOf<Endpoints[Name]>>;
  /** The rows of a list, page by page (`page_size`, 100 by default) for as long as they are asked for. */
  each<Name extends Listed>(
    name: Name,
    ...rest: CallArguments<Name>
  ): AsyncGenerator<ItemOf<Name>, void>;
  /** An endpoint whose answer is no envelope: a file, an archive, lines. Its body is still to be read. */
  open<Name extends EndpointName>(name: Name, ...rest: CallArguments<Name>): Promise<Response>;
  /**
   * Rows as they come, until `signal` ends it. What breaks in the middle is taken up again after the
   * last row; a call that can't be begun throws, and the caller decides whether to try again.
   */
  follow<Name extends Follower>(
    name: Name,
    ...rest: CallArguments<Name>
  ): AsyncGenerator<FollowedBatch<Name>, void>;
}

const PAGE_SIZE = 100;

/** A client of the console API of one gateway. Throws TypeError where `server` is no address. */
export function createClient(options: ClientOptions): Client {
  const { ask, open } = createConnection(options);
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
      return ask(endpoint, input, options);
    },
    async *each(name, ...[input, options]) {
      const query = { page_size: PAGE_SIZE, ...input?.query };
      let before = new Set<unknown>();
      for (let page = 1; ; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- a page is fetched when it is asked for
        const { data } = await ask<Envelope<Page<ItemOf<typeof name>>>>(
          endpoints[name],
          { ...input, query: { ...query, p: page } },
          options ?? {},
        );
        const { items, total, page_size } = data;
        // New rows push old ones onto the next page: those were told already.
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
