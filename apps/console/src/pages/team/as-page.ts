import type { UseQueryResult } from '@tanstack/react-query';

/** A list that comes whole as the only page of a table. */
export function asPage<Row>({ data, error, isFetching, refetch }: UseQueryResult<Row[]>) {
  const page = data && { items: data, page: 1, total: data.length };
  return { data: page, error, isFetching, refetch: refetch as never };
}

/** All of it. */
export const WHOLE = { p: 1, page_size: 1000 };
