import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import './fold.css';

/** A collapsible part of a form or page; while closed, its title shows its value. */
export function Fold({
  title,
  value,
  changed = 0,
  startsOpen,
  children,
}: {
  title: ReactNode;
  value: string;
  /** Number of fields that differ from their default. */
  changed?: number;
  /** Also opens it later, for example if a field in it is invalid. */
  startsOpen: boolean;
  children: ReactNode;
}) {
  const [chosen, setChosen] = useState<boolean | undefined>(undefined);
  // A field to fix also opens a part that the user has closed.
  const [requestedOpen, setRequestedOpen] = useState(startsOpen);
  if (requestedOpen !== startsOpen) {
    setRequestedOpen(startsOpen);
    if (startsOpen) setChosen(undefined);
    else setChosen(chosen ?? requestedOpen);
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
