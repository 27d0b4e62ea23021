import { memo } from 'react';

/** A channel type: a dot in the provider's color next to its name. */
export const TypeTag = memo(function TypeTag({
  label,
  color,
}: {
  label: string;
  color: string | undefined;
}) {
  return (
    <span className="type-tag" title={label}>
      <span style={{ background: color ?? 'var(--mantine-color-dimmed)' }} aria-hidden />
      <span>{label}</span>
    </span>
  );
});
