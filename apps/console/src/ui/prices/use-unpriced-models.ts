import { useQuery } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import type { ModelProposal } from './model-proposal.ts';

const NONE: ReadonlyMap<string, ModelProposal | undefined> = new Map();

/**
 * Returns which of these models have no price, so that calls of them are refused, each with its list price if
 * there is one. For administrators; empty until known.
 */
export function useUnpricedModels(
  models: readonly string[],
): ReadonlyMap<string, ModelProposal | undefined> {
  const names = [...new Set(models)].sort();
  const { data } = useQuery({
    queryKey: [calls.checkPrices.path, names],
    queryFn: async ({ signal }) => {
      const unpriced = await callEndpoint(calls.checkPrices, { body: { models: names } }, signal);
      return new Map(unpriced.map(({ model, proposal }) => [model, proposal]));
    },
    enabled: names.length > 0,
    placeholderData: (before) => before,
  });
  return data ?? NONE;
}
