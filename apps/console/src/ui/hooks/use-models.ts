import { useQuery } from '@tanstack/react-query';
import type { Pricing } from '@tollgate/contract';
import { compareNames } from '@tollgate/i18n';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { type ApiError, callForEnvelope } from '../../api/call-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export interface Models {
  names: readonly string[];
  priceOf: (model: string) => Pricing | undefined;
  /** NaN until known. */
  groupRatio: number;
  /** The groups that the user may select, with their ratios; empty if prices are not public. */
  groups: Readonly<Record<string, number>>;
  isLoading: boolean;
  /** Why no models are known, after a failure to load. */
  error: ApiError | null;
  refetch: () => void;
}

/**
 * Returns the models of a group, or else of the user's own groups or of visitors, with their prices. If
 * prices are not public, returns all models that the user can select for keys.
 */
export function useModels(chosen = ''): Models {
  const user = useStoredUser();
  const ownModels = useEndpoint(calls.listOwnModels, {}, { enabled: user !== undefined });
  const prices = useQuery({
    queryKey: [calls.getPricing.path, calls.getPricing.method, user?.id ?? 0],
    queryFn: ({ signal }) => callForEnvelope(calls.getPricing, {}, signal),
    // Models can be called without known prices.
    retry: false,
  });
  const models = useMemo((): Omit<Models, 'refetch'> => {
    const byName = new Map((prices.data?.data ?? []).map((row) => [row.model_name, row]));
    const groups = chosen === '' ? (prices.data?.user_group ?? []) : [chosen];
    const group = groups[0] ?? 'default';
    const callable = (prices.data?.data ?? [])
      .filter(({ enable_groups: having }) => having.some((name) => groups.includes(name)))
      .map(({ model_name: name }) => name)
      .sort(compareNames);
    return {
      names: callable.length > 0 || user === undefined ? callable : (ownModels.data ?? []),
      priceOf: (model) => byName.get(model),
      groupRatio: prices.data?.group_ratio[group] ?? Number.NaN,
      groups: prices.data?.group_ratio ?? {},
      isLoading: prices.isPending || (user !== undefined && ownModels.isPending),
      error: ownModels.error,
    };
  }, [
    chosen,
    ownModels.data,
    ownModels.error,
    ownModels.isPending,
    prices.data,
    prices.isPending,
    user,
  ]);
  return {
    ...models,
    refetch: () => void Promise.all([ownModels.refetch(), prices.refetch()]),
  };
}
