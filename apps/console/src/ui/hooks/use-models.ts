import { useQuery } from '@tanstack/react-query';
import type { Pricing } from '@tollgate/contract';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { callForEnvelope } from '../../api/call-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export interface Models {
  names: readonly string[];
  priceOf: (model: string) => Pricing | undefined;
  /** NaN until it is known. */
  groupRatio: number;
  isLoading: boolean;
}

/**
 * The models that the groups of the user, or of visitors, may call, with their prices. Where prices
 * are not told, all that the user is offered for keys.
 */
export function useModels(): Models {
  const user = useStoredUser();
  const own = useEndpoint(calls.listOwnModels, {}, { enabled: user !== undefined });
  const prices = useQuery({
    queryKey: [calls.getPricing.path, calls.getPricing.method, user?.id ?? 0],
    queryFn: ({ signal }) => callForEnvelope(calls.getPricing, {}, signal),
    // Without prices models can be called all the same.
    retry: false,
  });
  return useMemo(() => {
    const byName = new Map((prices.data?.data ?? []).map((row) => [row.model_name, row]));
    const groups = prices.data?.user_group ?? [];
    const group = groups[0] ?? 'default';
    const callable = (prices.data?.data ?? [])
      .filter(({ enable_groups: having }) => having.some((name) => groups.includes(name)))
      .map(({ model_name: name }) => name);
    return {
      names: callable.length > 0 || user === undefined ? callable : (own.data ?? []),
      priceOf: (model) => byName.get(model),
      groupRatio: prices.data?.group_ratio[group] ?? Number.NaN,
      isLoading: prices.isPending || (user !== undefined && own.isPending),
    };
  }, [own.data, own.isPending, prices.data, prices.isPending, user]);
}
