import { REDEMPTION_DISABLED, REDEMPTION_UNUSED, REDEMPTION_USED } from '@tollgate/contract';
import {
  IconBan,
  IconCircleCheck,
  IconCircleDashedCheck,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { StatusTag } from '../../ui/display/status-tag.tsx';

/** Whether a code can be redeemed. */
export function RedemptionStatus({ status, t }: { status: number; t: TFunction }) {
  switch (status) {
    case REDEMPTION_UNUSED:
      return (
        <StatusTag tone="good" icon={IconCircleCheck} label={t('redemptions.status.unused')} />
      );
    case REDEMPTION_DISABLED:
      return <StatusTag tone="bad" icon={IconBan} label={t('redemptions.status.disabled')} />;
    case REDEMPTION_USED:
      return (
        <StatusTag tone="off" icon={IconCircleDashedCheck} label={t('redemptions.status.used')} />
      );
    default:
      return <StatusTag tone="off" icon={IconHelpCircle} label={t('redemptions.status.unknown')} />;
  }
}
