import { z } from 'zod';

export const PAGE_SIZE_DEFAULT = 10;
export const PAGE_SIZE_MAX = 1000;

/** 1-based page; 0, text and other invalid values mean the first page (lists never fail on it). */
export const pageNumber = z.coerce.number().int().min(1).max(1_000_000_000).catch(1);

/** Rows per page; invalid values mean the default, values above the cap the cap. */
export const pageSize = z.coerce
  .number()
  .int()
  .min(1)
  .catch(PAGE_SIZE_DEFAULT)
  .transform((size) => Math.min(size, PAGE_SIZE_MAX));

export const pageQuery = z.object({ p: pageNumber, page_size: pageSize });

/** The end of the year 9999. */
export const TIMESTAMP_MAX = 253_402_300_799;

/** The end of a span in seconds; 0 and invalid values leave it open. */
export const timestamp = z.coerce.number().int().min(0).max(TIMESTAMP_MAX).catch(0);

/** Query flags are text: `true` and `1` are true, everything else is false. */
export const queryFlag = z
  .union([z.string(), z.boolean()])
  .optional()
  .transform((value) => value === true || value === 'true' || value === '1');

/**
 * The column to sort a list by, prefixed with a minus for descending. Unknown names mean the list's default
 * order, which is empty here: lists never fail on it.
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
    /** False if counting was cut off; `total` is then a lower bound. */
    total_is_exact: z.boolean().optional(),
  });
}

/** A row id: a positive integer or its decimal text. Booleans, lists and null are refused. */
export const idField = z
  .union([z.number(), z.string().regex(/^\d{1,16}$/)])
  .transform(Number)
  .pipe(z.number().int().min(1));

/** A row id in a path. */
export const idParams = z.object({ id: idField });
