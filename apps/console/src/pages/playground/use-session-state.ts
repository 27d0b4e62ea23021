import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const states = new WeakMap<QueryClient, Map<string, unknown>>();

/**
 * Returns state that the playground keeps while the console is open, across pages: a paid result is still
 * there when the user returns.
 */
export function useSessionState<T extends object>(name: string, create: () => T): T {
  const client = useQueryClient();
  const all = states.get(client) ?? new Map<string, unknown>();
  states.set(client, all);
  const state = (all.get(name) as T | undefined) ?? create();
  all.set(name, state);
  return state;
}
