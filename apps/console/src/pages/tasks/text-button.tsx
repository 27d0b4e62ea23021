import { Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { showText } from './show-text.tsx';

export interface TextButtonProps {
  text: string;
  mono?: boolean;
  /** Pixels; longer texts are cut. */
  width?: number;
  run: () => void;
}

/** A text in a table that opens more. */
export function TextButton({ text, mono = false, width = 240, run }: TextButtonProps) {
  return (
    <UnstyledButton className={mono ? 'mono opener' : 'opener'} title={text} onClick={run}>
      <Text component="span" inherit truncate display="block" maw={width}>
        {text}
      </Text>
    </UnstyledButton>
  );
}

/** Why a task failed; in full on a click. */
export function FailReasonButton({ reason }: { reason: string }) {
  const { t } = useTranslation();
  return <TextButton text={reason} run={() => showText(t('tasks.columns.reason'), reason)} />;
}
