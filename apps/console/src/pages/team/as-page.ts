import type { UseQueryResult } from '@tanstack/react-query';

/** Converts an unpaged list to the only page of a table. */
export function asPage<Row>({ data, error, isFetching, refetch }: UseQueryResult<Row[]>) {
  const page = data && { items: data, page: 1, total: data.length };
  return { data: page, error, isFetching, refetch: refetch as never };
}

/** A page that holds everything. */
export const WHOLE = { p: 1, page_size: 1000 };
