import { TextInput } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { useDraft } from '../../ui/hooks/use-draft.ts';
import { readNumber } from './price-rows.ts';

export interface NumberCellProps {
  label: string;
  value: number | undefined;
  disabled?: boolean;
  /** An existing number can be changed but not removed. */
  required?: boolean;
  apply: (value: number | undefined) => void;
}

/** An optional number in a row. An invalid one is reported and reverted on blur. */
export function NumberCell({
  label,
  value,
  disabled = false,
  required = false,
  apply,
}: NumberCellProps) {
  const { t } = useTranslation();
  const shown = value === undefined ? '' : String(value);
  const [text, setText] = useDraft(shown);
  const typed = readNumber(text);
  const isMissing = required && typed === undefined && value !== undefined;
  const number = isMissing ? null : typed;
  const commit = () => {
    if (number === null) {
      toastError(new Error(t('setting.prices.notNumber')));
      setText(shown);
    } else if (number !== value) apply(number);
  };
  return (
    <TextInput
      size="xs"
      miw={72}
      inputMode="decimal"
      aria-label={label}
      disabled={disabled}
      error={number === null}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
          // Applies the cell instead of submitting the surrounding form.
          event.preventDefault();
          commit();
        }
        if (event.key === 'Escape') setText(shown);
      }}
    />
  );
}
