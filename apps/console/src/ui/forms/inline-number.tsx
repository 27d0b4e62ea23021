import { Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useDraft } from '../hooks/use-draft.ts';
import { parseWholeNumber } from '../format/parse-whole-number.ts';

export interface InlineNumberProps {
  /** The id of the number's object: input for one object is not kept for another. */
  of: number;
  label: string;
  value: number;
  minimum: number;
  /** Raises a value that is too low to the minimum instead of rejecting it. */
  clamp?: boolean;
  apply: (value: number) => void;
}

/** An integer edited in its row: Enter or blur applies, Escape reverts. */
export function InlineNumber({
  of,
  label,
  value,
  minimum,
  clamp = false,
  apply,
}: InlineNumberProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useDraft(String(value), of);
  const lowest = clamp ? Number.MIN_SAFE_INTEGER : minimum;
  const parsed = parseWholeNumber(text, lowest);
  const commit = () => {
    if (parsed === undefined) return;
    const number = Math.max(minimum, parsed);
    setText(String(number));
    if (number !== value) apply(number);
  };
  return (
    <>
      <input
        ref={input}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={parsed === undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => (parsed === undefined ? setText(String(value)) : commit())}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
          if (event.key === 'Escape') setText(String(value));
        }}
        className="inline-number tabular"
        // As wide as its digits: a priority of 1,000,000 must not look like 10,000.
        style={{ minWidth: `calc(${text.length}ch + 20px)` }}
      />
      {parsed === undefined ? (
        <Tooltip opened target={input} label={t('ui.wholeNumber', { minimum })} color="red.9" />
      ) : null}
    </>
  );
}
