import { useQuery } from '@tanstack/react-query';
import type { Pricing } from '@tollgate/contract';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { type ApiError, callForEnvelope } from '../../api/call-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export interface Models {
  names: readonly string[];
  priceOf: (model: string) => Pricing | undefined;
  /** NaN until it is known. */
  groupRatio: number;
  /** The groups that the user may choose, with their ratios; none where prices are not told. */
  groups: Readonly<Record<string, number>>;
  isLoading: boolean;
  /** Why none are known, where they could not be read. */
  error: ApiError | null;
  readAgain: () => void;
}

/**
 * The models of a group, else of the user's own groups or of visitors, with their prices. Where
 * prices are not told, all that the user is offered for keys.
 */
export function useModels(chosen = ''): Models {
  const user = useStoredUser();
  const own = useEndpoint(calls.listOwnModels, {}, { enabled: user !== undefined });
  const prices = useQuery({
    queryKey: [calls.getPricing.path, calls.getPricing.method, user?.id ?? 0],
    queryFn: ({ signal }) => callForEnvelope(calls.getPricing, {}, signal),
    // Without prices models can be called all the same.
    retry: false,
  });
  const models = useMemo((): Omit<Models, 'readAgain'> => {
    const byName = new Map((prices.data?.data ?? []).map((row) => [row.model_name, row]));
    const groups = chosen === '' ? (prices.data?.user_group ?? []) : [chosen];
    const group = groups[0] ?? 'default';
    const callable = (prices.data?.data ?? [])
      .filter(({ enable_groups: having }) => having.some((name) => groups.includes(name)))
      .map(({ model_name: name }) => name);
    return {
      names: callable.length > 0 || user === undefined ? callable : (own.data ?? []),
      priceOf: (model) => byName.get(model),
      groupRatio: prices.data?.group_ratio[group] ?? Number.NaN,
      groups: prices.data?.group_ratio ?? {},
      isLoading: prices.isPending || (user !== undefined && own.isPending),
      error: own.error,
    };
  }, [chosen, own.data, own.error, own.isPending, prices.data, prices.isPending, user]);
  return {
    ...models,
    readAgain: () => void Promise.all([own.refetch(), prices.refetch()]),
  };
}
