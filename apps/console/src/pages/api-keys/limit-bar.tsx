import { Group, Progress, Text } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { keyLimits, limitShare, limitTone } from '../../ui/format/key-limits.ts';
import './limit-bar.css';

/** A key's usage, as a share of its nearest limit. */
export function LimitBar({ apiKey }: { apiKey: Token }) {
  const { t } = useTranslation();
  const [nearest] = keyLimits(apiKey);
  if (!nearest) return <Money quota={apiKey.used_quota} />;
  const share = limitShare(nearest);
  const label = t('tokens.limit', { percent: Math.floor(share * 100) });
  const per = nearest.kind === 'total' ? '' : t(`ui.keyLimit.per.${nearest.kind}`);
  return (
    <div className="limit-bar">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Money quota={nearest.used} />
        <Text component="span" inherit c="dimmed">
          <Money quota={nearest.limit} /> {per}
        </Text>
      </Group>
      <Progress
        size={4}
        value={Math.min(1, share) * 100}
        color={`var(--${limitTone(nearest)})`}
        aria-label={per === '' ? label : `${label} ${per}`}
      />
    </div>
  );
}
