import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { showText } from './show-text.tsx';

/** Why a task failed, at most two lines of it; in full on a click. */
export function FailReasonButton({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className="opener touch-target"
      fz="inherit"
      title={reason}
      onClick={() => showText(t('tasks.columns.reason'), reason)}
    >
      <Text component="span" inherit lineClamp={2} maw={{ sm: 200 }}>
        {reason}
      </Text>
    </UnstyledButton>
  );
}
