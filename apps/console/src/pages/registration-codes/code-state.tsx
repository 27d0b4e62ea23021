import type { RegistrationCode } from '@tollgate/contract';
import { IconBan, IconCircleCheck, IconCircleDashedCheck, IconClockX } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';

const LOOKS = {
  usable: { tone: 'good', icon: IconCircleCheck },
  used: { tone: 'off', icon: IconCircleDashedCheck },
  expired: { tone: 'off', icon: IconClockX },
  disabled: { tone: 'bad', icon: IconBan },
} as const;

/** Whether a code can still be used to register. */
export function CodeState({ state }: Pick<RegistrationCode, 'state'>) {
  const { t } = useTranslation();
  return <StatusTag {...LOOKS[state]} label={t(`registrationCodes.state.${state}`)} />;
}
