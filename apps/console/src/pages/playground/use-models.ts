import { useQuery } from '@tanstack/react-query';
import type { Pricing } from '@tollgate/contract';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { callForEnvelope } from '../../api/call-endpoint.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';

export interface Models {
  names: readonly string[];
  priceOf: (model: string) => Pricing | undefined;
  /** NaN until it is known. */
  groupRatio: number;
  isLoading: boolean;
}

/** The models that the user may call, with their prices. */
export function useModels(): Models {
  const own = useEndpoint(calls.listOwnModels);
  const prices = useQuery({
    queryKey: [calls.getPricing.path, 'playground'],
    queryFn: ({ signal }) => callForEnvelope(calls.getPricing, {}, signal),
    // Without prices models can be called all the same.
    retry: false,
  });
  return useMemo(() => {
    const byName = new Map((prices.data?.data ?? []).map((row) => [row.model_name, row]));
    const group = prices.data?.user_group[0] ?? 'default';
    return {
      names: own.data ?? [],
      priceOf: (model) => byName.get(model),
      groupRatio: prices.data?.group_ratio[group] ?? Number.NaN,
      isLoading: own.isPending,
    };
  }, [own.data, own.isPending, prices.data]);
}
