import { useMemo } from 'react';
import { useLocalStorage } from '../../ui/hooks/use-local-storage.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { type ChannelQuery, channelQuery, NO_MODES } from './query.ts';

/** The list's query from the URL, with the user's stored preferences as defaults. */
export function useChannelQuery(remembered: Partial<ChannelQuery>) {
  const [modes, setModes] = useLocalStorage('channels-modes', NO_MODES);
  const defaults = useMemo(() => ({ ...remembered, ...modes }), [remembered, modes]);
  const [query, setState] = useUrlState(channelQuery, defaults);
  const setQuery = (changes: Partial<ChannelQuery>) =>
    // Whoever turns a page or filters no longer looks for what was added.
    setState('test' in changes ? changes : { added: 0, ...changes });
  /** Changes the sort order or grouping, and stores it. */
  const setMode = (change: Partial<typeof NO_MODES>) => {
    setModes({ id_sort: query.id_sort, tag_mode: query.tag_mode, ...change });
    setQuery(change);
  };
  return { query, setQuery, setMode };
}
