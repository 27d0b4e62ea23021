import { Tooltip, VisuallyHidden } from '@mantine/core';
import { memo, useId, useRef } from 'react';
import { useDraft } from '../../ui/hooks/use-draft.ts';
import { toCents } from './to-cents.ts';

export interface PriceCellProps {
  /** Accessible name of the amount. */
  label: string;
  value: string;
  /** The stored amount, if different. */
  before?: string | undefined;
  /** Why the input can't be saved. */
  problem?: string | undefined;
  /** Whether it is money, shown with cents. */
  isMoney?: boolean;
  /** The value that applies while the cell is empty. */
  placeholder?: string | undefined;
  apply: (text: string) => void;
  /** Reverts invalid input. */
  revert: () => void;
}

/**
 * An amount edited in its row. Enter and blur apply, Escape reverts. Invalid input stays as typed, shows the
 * reason, and prevents saving the page.
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
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            commit();
            // With Ctrl, it saves (useSaveKey).
            if (!event.ctrlKey && !event.metaKey) focusBelow(event.currentTarget);
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

/** Enter moves to the next row, as in a spreadsheet. */
function focusBelow(cell: HTMLElement): void {
  const tableCell = cell.closest('td');
  const index = tableCell ? [...(tableCell.parentElement?.children ?? [])].indexOf(tableCell) : -1;
  const next = tableCell?.parentElement?.nextElementSibling?.children[index];
  next?.querySelector<HTMLElement>('input')?.focus();
}
