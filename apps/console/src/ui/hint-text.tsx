import { Text, type TextProps, Tooltip } from '@mantine/core';
import { type ReactNode, use } from 'react';
import { InRow } from './row-context.ts';

export interface HintTextProps extends TextProps {
  /** What is shown on hover and on focus. */
  hint: string;
  /** False where something around it takes the focus already. */
  focusable?: boolean;
  /** Seconds; set for times. */
  dateTime?: string;
  children: ReactNode;
}

/** A short text with its long form on hover and focus: Tab reaches it, inside rows Left and Right do. */
export function HintText({ hint, focusable = true, dateTime, children, ...rest }: HintTextProps) {
  const inRow = use(InRow);
  return (
    <Tooltip label={hint}>
      <Text
        inherit
        className="tabular hint"
        {...(focusable ? { tabIndex: inRow ? -1 : 0, 'data-hint': true } : {})}
        {...(dateTime === undefined ? { component: 'span' } : { component: 'time', dateTime })}
        {...rest}
      >
        {children}
      </Text>
    </Tooltip>
  );
}
