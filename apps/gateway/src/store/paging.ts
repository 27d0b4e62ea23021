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

/** Runs the queries for the count and the rows of one page. A page beyond the end is empty. */
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

/** Limit of rows to count where there may be millions. */
export const COUNT_MAX = 10_000;

export interface CappedPage<Row> extends Page<Row> {
  /** False if there are more rows than `total`. */
  totalIsExact: boolean;
}

/** Like `readPage`, for rows that are too many to count each time. */
export async function readCappedPage<Row>(
  countUpTo: (limit: number) => CountQuery,
  rows: RowQuery<Row>,
  { page, pageSize }: PageRequest,
): Promise<CappedPage<Row>> {
  const counted = Number((await countUpTo(COUNT_MAX + 1).executeTakeFirstOrThrow()).count);
  const offset = (page - 1) * pageSize;
  const isBeyond = counted <= COUNT_MAX && offset >= counted;
  const items = isBeyond ? [] : await rows.limit(pageSize).offset(offset).execute();
  const total = Math.min(counted, COUNT_MAX);
  return { items, page, pageSize, total, totalIsExact: counted <= COUNT_MAX };
}
