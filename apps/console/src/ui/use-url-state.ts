import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';

/**
 * The state of a table in the address: parsed by a schema that forgives (a broken link shows the
 * default), written without default values. Changing anything but the page goes back to page 1.
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
): [z.output<Schema>, (changes: Partial<z.output<Schema>>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const state = useMemo(() => schema.parse(search), [schema, search]);
  const change = useCallback(
    (changes: Partial<z.output<Schema>>) => {
      const defaults = schema.parse({}) as Record<string, unknown>;
      const next: Record<string, unknown> = {
        ...state,
        ...('p' in changes ? {} : { p: 1 }),
        ...changes,
      };
      const kept = Object.fromEntries(
        Object.entries(next).filter(
          ([name, value]) => value !== undefined && value !== '' && value !== defaults[name],
        ),
      );
      void navigate({ to: '.', search: kept, replace: !('p' in changes) });
    },
    [navigate, schema, state],
  );
  return [state, change];
}
