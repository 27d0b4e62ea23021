import type { z } from 'zod';

/** Parses a query with a schema; missing or invalid values get their defaults. */
export function readUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  search: Readonly<Record<string, unknown>>,
  remembered: Partial<z.output<Schema>> = {},
): z.output<Schema> {
  return schema.parse({ ...remembered, ...search });
}

/**
 * Returns the query after some changes, without default values. Changing anything but the page goes back to
 * page 1: page 7 of other rows is meaningless.
 */
export function writeUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  state: z.output<Schema>,
  changes: Partial<z.output<Schema>>,
): Record<string, unknown> {
  const defaults = schema.parse({}) as Record<string, unknown>;
  const next: Record<string, unknown> = {
    ...state,
    ...('p' in changes || !('p' in defaults) ? {} : { p: 1 }),
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => value !== undefined && value !== '' && value !== defaults[name],
    ),
  );
}
