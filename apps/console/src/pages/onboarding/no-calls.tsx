import type { Icon } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { pages } from '../index.ts';

/** Shown before the first call: what will appear here, and a link to the keys. */
export function NoCalls(props: { icon: Icon; title: string; text: string; keys: string }) {
  const { keys, ...texts } = props;
  const navigate = useNavigate();
  const run = () => void navigate({ to: pages.apiKeys.path });
  return <EmptyState {...texts} action={{ label: keys, run }} />;
}
