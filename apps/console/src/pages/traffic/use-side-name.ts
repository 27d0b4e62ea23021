import type { TrafficRuleKind, TrafficSide } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';

/** What a side is called: the trial side of a mirror is the mirror. */
export function useSideName(kind: TrafficRuleKind): (side: TrafficSide) => string {
  const { t } = useTranslation();
  return (side) =>
    t(`traffic.comparison.sides.${kind === 'mirror' && side === 'trial' ? 'mirrored' : side}`);
}
