import { useEffect } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { keepItem } from '../../keep-item.ts';

const KEY = 'channel_models';

/** Returns the server's models of each channel type, cached in local storage. */
export function useChannelModels(): (
  type: number,
  otherwise?: readonly string[],
) => readonly string[] {
  const { data } = useEndpoint(calls.listModelsByType);
  useEffect(() => {
    if (data) keepItem(KEY, JSON.stringify(data));
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
