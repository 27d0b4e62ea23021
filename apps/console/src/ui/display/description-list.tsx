import type { ReactNode } from 'react';

/** Named values below each other, as in the drawer beside a table. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
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
