import type { OrderState } from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleHalf2,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconLoader,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { StatusTag } from '../../ui/display/status-tag.tsx';

const LOOKS = {
  uncredited: { tone: 'bad', icon: IconAlertTriangle },
  awaiting: { tone: 'warn', icon: IconClock },
  confirming: { tone: 'info', icon: IconLoader },
  paid: { tone: 'good', icon: IconCircleCheck },
  refunding: { tone: 'info', icon: IconLoader },
  partly_refunded: { tone: 'good', icon: IconArrowBackUp },
  refunded: { tone: 'off', icon: IconArrowBackUp },
  expired: { tone: 'off', icon: IconCircleMinus },
  underpaid: { tone: 'bad', icon: IconCircleHalf2 },
  failed: { tone: 'bad', icon: IconCircleX },
} as const;

/** The state of an order. */
export function OrderStateTag({
  state,
  label,
  t,
}: {
  state: OrderState;
  label?: string;
  t: TFunction;
}) {
  return <StatusTag {...LOOKS[state]} label={label ?? t(`orders.states.${state}`)} />;
}
