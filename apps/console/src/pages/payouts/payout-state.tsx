import type { PayoutStateName } from '@tollgate/contract';
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { StatusTag } from '../../ui/display/status-tag.tsx';

const LOOKS = {
  requested: { tone: 'warn', icon: IconClock },
  paid: { tone: 'good', icon: IconCircleCheck },
  refused: { tone: 'bad', icon: IconCircleX },
  cancelled: { tone: 'off', icon: IconArrowBackUp },
} as const;

/** The state of a payout. */
export function PayoutState({ state, t }: { state: PayoutStateName; t: TFunction }) {
  return <StatusTag {...LOOKS[state]} label={t(`agent.payouts.states.${state}`)} />;
}
