import { type ReactNode, useState } from 'react';
import './fold.css';

/** A part of a form that opens in place; closed, its title tells the present value. */
export function Fold({
  title,
  value,
  startsOpen,
  children,
}: {
  title: string;
  value: string;
  /** Also opens it later, as when something in it has to be mended. */
  startsOpen: boolean;
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  const isOpen = chosen ?? startsOpen;
  return (
    <details
      className="fold"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) setChosen(event.currentTarget.open);
      }}
    >
      <summary>
        <span className="fold-title">{title}</span>
        <span className="fold-value">{value}</span>
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
