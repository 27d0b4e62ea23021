/** The most rows that the server answers at once. */
const PAGE = 1000;

/** All rows that match, page by page. */
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
