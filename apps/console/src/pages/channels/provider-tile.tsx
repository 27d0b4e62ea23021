import { memo } from 'react';
import { autoDarken } from './auto-darken.ts';
import { providerMark } from './provider-mark.ts';
import './channels.css';

/** A provider's mark: its initials on its color. The name is next to it. */
export const ProviderTile = memo(function ProviderTile({
  label,
  color,
}: {
  label: string;
  color: string | undefined;
}) {
  return (
    <span className="provider-tile" style={{ background: autoDarken(color) }} aria-hidden>
      {providerMark(label)}
    </span>
  );
});
