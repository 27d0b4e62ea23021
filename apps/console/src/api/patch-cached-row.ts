interface Rowish {
  id: number;
  children?: readonly Rowish[] | undefined;
}

/**
 * Returns a cached page of a list with some fields of one row changed (child rows too). Anything that is not
 * a page of rows is returned unchanged.
 */
export function patchCachedRow(data: unknown, id: number, changes: object): unknown {
  if (typeof data !== 'object' || data === null || !('items' in data)) return data;
  const patch = (row: Rowish): Rowish => ({
    ...row,
    ...(row.id === id ? changes : {}),
    ...(row.children ? { children: row.children.map(patch) } : {}),
  });
  return { ...data, items: (data.items as Rowish[]).map(patch) };
}
