import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import './fold.css';

/** A part of a form that opens in place; closed, its title tells the present value. */
export function Fold({
  title,
  value,
  changed = 0,
  startsOpen,
  children,
}: {
  title: string;
  value: string;
  /** How many of its fields are not as usual. */
  changed?: number;
  /** Also opens it later, as when something in it has to be mended. */
  startsOpen: boolean;
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  // What has to be mended opens also what was closed by hand.
  const [asked, setAsked] = useState(startsOpen);
  if (asked !== startsOpen) {
    setAsked(startsOpen);
    if (startsOpen) setChosen(undefined);
    else setChosen(chosen ?? asked);
  }
  const { t } = useTranslation();
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
        {changed > 0 ? (
          <span className="fold-changed">{t('ui.foldChanged', { count: changed })}</span>
        ) : null}
      </summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
