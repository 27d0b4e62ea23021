import type { z } from 'zod';

/** What an address says in the terms of a schema; what is missing or broken becomes its default. */
export function readUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  search: Readonly<Record<string, unknown>>,
  remembered: Partial<z.output<Schema>> = {},
): z.output<Schema> {
  return schema.parse({ ...remembered, ...search });
}

/**
 * The query of an address after some changes, without default values. Changing anything but the
 * page goes back to page 1: page 7 of other rows means nothing.
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
