import './row-toggle.css';

/** A box or switch of a row: one plain element, as a table has hundreds. Looks as the kit's smallest. */
export function RowToggle({
  kind,
  label,
  checked,
  change,
}: {
  kind: 'box' | 'switch';
  label: string;
  checked: boolean;
  change: () => void;
}) {
  return (
    <input
      type="checkbox"
      // Says by itself whether it is on.
      {...(kind === 'switch' ? { role: 'switch' } : {})}
      className={`row-${kind}`}
      aria-label={label}
      checked={checked}
      onChange={change}
    />
  );
}
