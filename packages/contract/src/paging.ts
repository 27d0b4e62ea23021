import { z } from 'zod';

export const PAGE_SIZE_DEFAULT = 10;
export const PAGE_SIZE_MAX = 1000;

/** 1-based page; 0, text and other nonsense mean the first page (lists never fail on it). */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000_000).catch(1);

/** Rows a page; nonsense means the default, more than the cap means the cap. */
export const pageSize = z.coerce
  .number()
  .int()
  .min(1)
  .catch(PAGE_SIZE_DEFAULT)
  .transform((size) => Math.min(size, PAGE_SIZE_MAX));

export const pageQuery = z.object({ p: pageNumber, page_size: pageSize });

/** The end of the year 9999. */
export const TIMESTAMP_MAX = 253_402_300_799;

/** The end of a span in seconds; nonsense and 0 leave it open. */
export const timestamp = z.coerce.number().int().min(0).max(TIMESTAMP_MAX).catch(0);

/** Query flags arrive as text: `true` and `1` are true, all else is false. */
export const queryFlag = z
  .union([z.string(), z.boolean()])
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1');

/**
 * The column that a list is sorted by: its name, or with a minus for descending. Names that the list
 * does not sort by mean its own order, which is empty here: lists never fail on it.
 */
export function sortOf<const Name extends string>(names: readonly Name[]) {
  const known = new Set<string>(names.flatMap((name) => [name, `-${name}`]));
  return z
    .string()
    .optional()
    .transform((value = '') => (known.has(value) ? (value as Name | `-${Name}`) : ''));
}

/** The list envelope of every paged call. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    page: z.number().int(),
    page_size: z.number().int(),
    total: z.number().int(),
    /** False where counting was cut off; `total` is then a lower bound. */
    total_is_exact: z.boolean().optional(),
  });
}

/** A row id: a positive integer or its decimal text. Booleans, lists and null are no ids. */
export const idField = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .pipe(z.number().int().min(1));

/** A row id in a path. */
export const idParams = z.object({ id: idField });
