import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { readUrlState, writeUrlState } from './url-state.ts';

/**
 * Holds a table's state in the URL. Every change is a history entry, so Back undoes a filter as well as a
 * page; filters apply on Enter or blur, so there is one entry for each. `remembered` provides values that the
 * URL omits (the page size); its identity must not change between renders unless its values do.
 */
export function useUrlState<Schema extends z.ZodObject>(
  schema: Schema,
  remembered?: Partial<z.output<Schema>>,
): [z.output<Schema>, (changes: Partial<z.output<Schema>>) => void] {
  const search = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const state = useMemo(
    () => readUrlState(schema, search, remembered),
    [schema, search, remembered],
  );
  const change = useCallback(
    (changes: Partial<z.output<Schema>>) => {
      const current = writeUrlState(schema, state, state);
      const next = writeUrlState(schema, state, changes);
      if (JSON.stringify(sorted(next)) === JSON.stringify(sorted(current))) return;
      void navigate({ to: '.', search: next });
    },
    [navigate, schema, state],
  );
  return [state, change];
}

function sorted(values: Record<string, unknown>): [string, unknown][] {
  return Object.entries(values).sort(([left], [right]) => left.localeCompare(right));
}
