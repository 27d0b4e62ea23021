import { type ReactNode, use } from 'react';
import { InRow } from './row-context.ts';
import { tip } from '../feedback/tip.ts';

export interface HintTextProps {
  /** What is shown on hover and on focus. */
  hint: string;
  /** False where something around it takes the focus already. */
  focusable?: boolean;
  /** Of times: the moment as machines read it. */
  dateTime?: string;
  /** Room for so many digits after it, so that the decimal points of a column stand in line. */
  pad?: number;
  children: ReactNode;
}

/** A short text with its long form on hover and focus: Tab reaches it, inside rows Left and Right do. */
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
