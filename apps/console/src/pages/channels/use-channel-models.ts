import { useEffect } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';

const KEY = 'channel_models';

/** The models of each channel type as the server knows them, kept locally for the next time. */
export function useChannelModels(): (
  type: number,
  otherwise?: readonly string[],
) => readonly string[] {
  const { data } = useEndpoint(calls.listModelsByType);
  useEffect(() => {
    if (data) localStorage.setItem(KEY, JSON.stringify(data));
  }, [data]);
  return (type, otherwise = []) => (data ?? readStored())[type] ?? otherwise;
}

function readStored(): Record<string, readonly string[]> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {}) as Record<string, string[]>;
  } catch {
    return {};
  }
}
