import { Money } from './money.tsx';

/** A signed change of quota; 0 is shown as a dash. */
export function SignedMoney({ quota }: { quota: number }) {
  if (quota === 0) return <span className="none">–</span>;
  return (
    <span style={quota > 0 ? { color: 'var(--status-good)' } : undefined}>
      {quota > 0 ? '+' : ''}
      <Money quota={quota} />
    </span>
  );
}
