import { useHotkeys } from '@mantine/hooks';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';

/** Saves by Ctrl+Enter from any cell: by Tab, the button is hundreds of cells away. */
export function useSaveKey(save: () => void): void {
  const latest = useStableCallbacks({ save });
  // What the cell has just taken over is rendered first.
  useHotkeys([['mod+Enter', () => void setTimeout(latest.save)]], []);
}
