import { findOption } from '@tollgate/contract';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';

const WHOLE = /^-?\d+$/;
/** Unix seconds since 2001; smaller numbers and −1 stand for no time. */
const MOMENT = /^\d{10}$/;

/** The value of a changed field: quota as money, Unix times as times, everything else as recorded. */
export function AuditValue({
  subject,
  field,
  value = '',
}: {
  subject: string;
  field: string;
  value: string | undefined;
}) {
  if (value === '') return '–';
  if (isQuota(subject, field) && WHOLE.test(value))
    return <Money quota={Number(value)} focusable={false} />;
  if (/_(at|time)$/.test(field) && MOMENT.test(value))
    return <MomentText seconds={Number(value)} />;
  return value;
}

function isQuota(subject: string, field: string): boolean {
  if (subject === 'option') return findOption(field)?.isQuota === true;
  return subject === 'payout' ? field === 'amount' : /(^|[._])quota$/.test(field);
}
