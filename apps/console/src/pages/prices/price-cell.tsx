import { Tooltip, VisuallyHidden } from '@mantine/core';
import { memo, useId, useRef } from 'react';
import { useDraft } from '../../ui/hooks/use-draft.ts';
import { toCents } from './to-cents.ts';

export interface PriceCellProps {
  /** What the amount is, for screen readers. */
  label: string;
  value: string;
  /** What is stored, where it is something else. */
  before?: string | undefined;
  /** Why what was typed can't be saved. */
  problem?: string | undefined;
  /** It is money, and stands with its cents. */
  isMoney?: boolean;
  /** What holds while nothing is typed. */
  placeholder?: string | undefined;
  apply: (text: string) => void;
  /** Takes back what can't be saved. */
  revert: () => void;
}

/**
 * An amount that is edited in its row. Enter and leaving it apply, Escape takes back. What is no
 * price stays as it was typed, says why, and keeps the page from being saved; nothing else is told.
 */
export const PriceCell = memo(function PriceCell({
  label,
  value,
  before,
  problem,
  isMoney = false,
  placeholder,
  apply,
  revert,
}: PriceCellProps) {
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  const shown = (amount: string) => (isMoney ? toCents(amount) : amount);
  const [text, setText] = useDraft(shown(value));
  const isBad = problem !== undefined;
  const commit = () => {
    if (shown(text.trim()) === shown(value.trim()) && !(isBad && text !== value))
      setText(shown(value));
    else apply(text);
  };
  return (
    <span className="price-cell" data-changed={before !== undefined || isBad || undefined}>
      {before === undefined ? null : <del className="tabular">{shown(before) || '–'}</del>}
      <input
        ref={input}
        className="tabular"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isBad}
        aria-describedby={isBad ? problemId : undefined}
        placeholder={placeholder ?? '–'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
            focusBelow(event.currentTarget);
          }
          if (event.key === 'Escape') {
            event.stopPropagation();
            setText(shown(before ?? value));
            if (isBad) revert();
            else if (before !== undefined) apply(before);
          }
        }}
      />
      {isBad ? (
        <>
          <VisuallyHidden id={problemId}>{problem}</VisuallyHidden>
          <Tooltip
            label={problem}
            color="red.9"
            target={input}
            position="bottom-end"
            events={{ hover: true, focus: true, touch: true }}
          />
        </>
      ) : null}
    </span>
  );
});

/** Enter goes on in the next row, as in a sheet. */
function focusBelow(cell: HTMLElement): void {
  const place = cell.closest('td');
  const index = place ? [...(place.parentElement?.children ?? [])].indexOf(place) : -1;
  const next = place?.parentElement?.nextElementSibling?.children[index];
  next?.querySelector<HTMLElement>('input')?.focus();
}
