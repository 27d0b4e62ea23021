import type { ReactNode } from 'react';

interface DescriptionListProps {
  /** In two or three columns, each value below its name; else a row each, as in the drawer beside a table. */
  columns?: boolean;
  children: ReactNode;
}

/** Named values. */
export function DescriptionList({ columns = false, children }: DescriptionListProps) {
  return (
    <dl className="facts" data-columns={columns || undefined}>
      {children}
    </dl>
  );
}

/** One named value; left out where it does not apply. */
export function DescriptionItem({
  name,
  show = true,
  children,
}: {
  name: string;
  show?: boolean;
  children: ReactNode;
}) {
  if (!show) return null;
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
