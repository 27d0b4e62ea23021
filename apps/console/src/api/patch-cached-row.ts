interface Rowish {
  id: number;
  children?: readonly Rowish[] | undefined;
}

/**
 * A cached page of a list with some fields of one row changed (rows under rows too). Anything that
 * is no page of rows is answered as it is.
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
