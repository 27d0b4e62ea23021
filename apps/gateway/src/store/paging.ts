export interface PageRequest {
  /** 1-based. */
  page: number;
  pageSize: number;
}

export interface Page<Row> {
  items: Row[];
  page: number;
  pageSize: number;
  total: number;
}

interface CountQuery {
  executeTakeFirstOrThrow(): Promise<{ count: number | string | bigint }>;
}

interface RowQuery<Row> {
  limit(limit: number): RowQuery<Row>;
  offset(offset: number): RowQuery<Row>;
  execute(): Promise<Row[]>;
}

/** Runs the count and the rows of one page. A page beyond the end is empty. */
export async function readPage<Row>(
  count: CountQuery,
  rows: RowQuery<Row>,
  { page, pageSize }: PageRequest,
): Promise<Page<Row>> {
  const total = Number((await count.executeTakeFirstOrThrow()).count);
  const offset = (page - 1) * pageSize;
  const items = offset >= total ? [] : await rows.limit(pageSize).offset(offset).execute();
  return { items, page, pageSize, total };
}
