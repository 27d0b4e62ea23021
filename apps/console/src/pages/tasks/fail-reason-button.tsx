import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { showText } from './show-text.tsx';

/** Why a task failed, truncated to the column; in full on a click. */
export function FailReasonButton({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className="opener touch-target"
      title={reason}
      onClick={() => showText(t('tasks.columns.reason'), reason)}
    >
      <Text component="span" inherit truncate display="block" maw={160}>
        {reason}
      </Text>
    </UnstyledButton>
  );
}
