import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { showText } from './show-text.tsx';

/** Why a task failed, truncated to the column; in full on a click. */
export function FailReasonButton({ reason }: { reason: string }) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  return (
    <UnstyledButton
      className="opener touch-target"
      fz="inherit"
      title={reason}
      onClick={() => showText(t('tasks.columns.reason'), reason)}
    >
      <Text
        component="span"
        inherit
        truncate={isMobile ? undefined : true}
        display="block"
        maw={{ sm: 160 }}
      >
        {reason}
      </Text>
    </UnstyledButton>
  );
}
