import { autoDarken } from './auto-darken.ts';
import './fault-box.css';

/** A provider's mark: its initial on its colour. The name stands beside it. */
export function ProviderInitial({ label, color }: { label: string; color: string | undefined }) {
  return (
    <span className="channel-initial" style={{ background: autoDarken(color) }} aria-hidden>
      {[...label][0] ?? ''}
    </span>
  );
}
