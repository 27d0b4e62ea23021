/** The maximum number of rows that the server returns at once. */
const PAGE = 1000;

/** Fetches all matching rows, page by page. */
export async function findAllPages<Row>(
  read: (page: {
    p: number;
    page_size: number;
  }) => Promise<{ items: readonly Row[]; total: number }>,
  pageSize = PAGE,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let p = 1; ; p += 1) {
    const { items, total } = await read({ p, page_size: pageSize });
    rows.push(...items);
    if (items.length === 0 || rows.length >= total) return rows;
  }
}
