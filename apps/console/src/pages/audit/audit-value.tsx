import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { useChannelTypes } from '../channels/use-channel-types.ts';
import { type ChangeOf, describeValue } from './describe-change.ts';

/** Unix seconds since 2001; smaller numbers and −1 stand for no time. */
const MOMENT = /^\d{10}$/;
const TIME_FIELD = /_(at|time|timestamp)$/;

/** The value of a changed field: quota as money, Unix times as times, codes in words. */
export function AuditValue({ of, value = '' }: { of: ChangeOf; value: string | undefined }) {
  const { i18n } = useTranslation();
  const { subject, change } = of;
  if (value === '') return '–';
  if (change.is_quota) return <Money quota={Number(value)} focusable={false} />;
  if (TIME_FIELD.test(change.field) && MOMENT.test(value))
    return <MomentText seconds={Number(value)} />;
  if (TIME_FIELD.test(change.field) && (value === '0' || value === '-1')) return i18n.t('ui.never');
  if (subject === 'channel' && change.field === 'type') return <ChannelTypeName type={value} />;
  return describeValue(i18n, of, value);
}

function ChannelTypeName({ type }: { type: string }) {
  return useChannelTypes().label(Number(type));
}
