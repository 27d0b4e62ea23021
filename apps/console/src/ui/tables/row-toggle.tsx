import './row-toggle.css';

/**
 * A checkbox or switch in a row: one plain element, as a table has hundreds. Looks like Mantine's smallest.
 */
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
      // The native `checked` state already conveys whether it is on.
      {...(kind === 'switch' ? { role: 'switch' } : {})}
      className={`row-${kind}`}
      aria-label={label}
      checked={checked}
      onChange={change}
    />
  );
}
