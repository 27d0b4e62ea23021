import type { TrafficRuleKind, TrafficSide } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';

/** Returns the names of sides: the trial side of a mirror is called the mirror. */
export function useSideName(kind: TrafficRuleKind): (side: TrafficSide) => string {
  const { t } = useTranslation();
  return (side) =>
    t(`traffic.comparison.sides.${kind === 'mirror' && side === 'trial' ? 'mirrored' : side}`);
}
