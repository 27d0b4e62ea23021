import type { AuditChange } from '@tollgate/contract';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';

/** Unix seconds since 2001; smaller numbers and −1 stand for no time. */
const MOMENT = /^\d{10}$/;

/** The value of a changed field: quota as money, Unix times as times, everything else as recorded. */
export function AuditValue({
  change: { field, is_quota: isQuota },
  value = '',
}: {
  change: AuditChange;
  value: string | undefined;
}) {
  if (value === '') return '–';
  if (isQuota) return <Money quota={Number(value)} focusable={false} />;
  if (/_(at|time)$/.test(field) && MOMENT.test(value))
    return <MomentText seconds={Number(value)} />;
  return value;
}
