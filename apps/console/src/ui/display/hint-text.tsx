import { type ReactNode, use } from 'react';
import { InRow } from './row-context.ts';
import { tip } from '../feedback/tip.ts';

export interface HintTextProps {
  /** Shown on hover and focus. */
  hint: string;
  /** False if an element around it is already focusable. */
  focusable?: boolean;
  /** For times: the machine-readable value. */
  dateTime?: string;
  /** Reserves space for this many digits after it, so that decimal points align in a column. */
  pad?: number;
  children: ReactNode;
}

/** A short text with its long form on hover and focus: reached by Tab, and within rows by Left and Right. */
export function HintText({ hint, focusable = true, dateTime, pad = 0, children }: HintTextProps) {
  const inRow = use(InRow);
  const shared = {
    ...tip(hint),
    className: 'tabular hint',
    ...(pad > 0 ? { 'data-pad': '0'.repeat(pad) } : {}),
    ...(focusable ? { tabIndex: inRow ? -1 : 0, 'data-hint': true } : {}),
  };
  return dateTime === undefined ? (
    <span {...shared}>{children}</span>
  ) : (
    <time {...shared} dateTime={dateTime}>
      {children}
    </time>
  );
}
