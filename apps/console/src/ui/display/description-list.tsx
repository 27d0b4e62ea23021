import type { ReactNode } from 'react';

interface DescriptionListProps {
  /** In two or three columns, with values below their names; otherwise one row each, as in a drawer. */
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

/** One named value; hidden if not applicable. */
export function DescriptionItem({
  name,
  show = true,
  children,
}: {
  name: ReactNode;
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
