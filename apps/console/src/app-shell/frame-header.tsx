import type { ReactNode } from 'react';
import './frame.css';

/** The bar above a page: navigation at its start, actions at its end. */
export function FrameHeader({
  frame,
  children,
}: {
  frame: 'console' | 'public';
  children: ReactNode;
}) {
  return (
    // Mantine's class for elements to shift when a dialog hides the scroll bar.
    <header
      className={`frame-header right-scroll-bar-position ${frame === 'console' ? 'tight-on-phones' : ''}`}
      data-frame={frame}
    >
      {children}
    </header>
  );
}
