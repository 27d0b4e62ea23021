import type { ReactNode } from 'react';
import './frame.css';

/** What stays above a page: what leads somewhere at its start, what acts at its end. */
export function FrameHeader({
  frame,
  children,
}: {
  frame: 'console' | 'public';
  children: ReactNode;
}) {
  return (
    // The kit's name for what moves when a dialog takes the scroll bar away.
    <header
      className={`frame-header right-scroll-bar-position ${frame === 'console' ? 'tight-on-phones' : ''}`}
      data-frame={frame}
    >
      {children}
    </header>
  );
}
