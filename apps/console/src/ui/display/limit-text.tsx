import { useTranslation } from '../../texts.tsx';
import { type KeyLimit, limitLeft } from '../format/key-limits.ts';
import { useNow } from '../hooks/use-now.ts';
import { Money } from './money.tsx';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** The rest of a limit, and when a new period begins: "$6.60 left this month, resets in 9 days". */
export function LimitText({ limit }: { limit: KeyLimit }) {
  const { t } = useTranslation();
  const seconds = Math.max(0, limit.endsAt - useNow());
  const [unit, size] = seconds >= 2 * DAY ? (['days', DAY] as const) : (['hours', HOUR] as const);
  return (
    <>
      <Money quota={limitLeft(limit)} /> {t(`ui.keyLimit.left.${limit.kind}`)}
      {limit.endsAt === 0
        ? null
        : ` · ${t(`ui.keyLimit.resets.${unit}`, { count: Math.max(1, Math.round(seconds / size)) })}`}
    </>
  );
}
