import { Group, Progress, Text } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import './limit-bar.css';

/** From this share of its limit on, a key is nearly spent. */
const NEAR = 0.9;

/** What a key has used, and how much of its limit that is. */
export function LimitBar({ apiKey }: { apiKey: Token }) {
  const { t } = useTranslation();
  const { used_quota: used, remain_quota: left, unlimited_quota: unlimited } = apiKey;
  if (unlimited) return <Money quota={used} />;
  const limit = used + Math.max(0, left);
  const share = limit === 0 ? 1 : used / limit;
  const color = share >= 1 ? 'var(--bad)' : share >= NEAR ? 'var(--warn)' : 'var(--good)';
  return (
    <div className="limit-bar">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Money quota={used} />
        <Text component="span" inherit c="dimmed">
          <Money quota={limit} />
        </Text>
      </Group>
      <Progress
        size={4}
        value={share * 100}
        color={color}
        aria-label={t('tokens.limit', { percent: Math.floor(share * 100) })}
      />
    </div>
  );
}
