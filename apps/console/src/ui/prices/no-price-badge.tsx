import { Badge } from '@mantine/core';
import { IconTagOff } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';

/** Marks a model without a price: calls of it are refused. */
export function NoPriceBadge() {
  const { t } = useTranslation();
  return (
    <Badge
      size="sm"
      tt="none"
      c="var(--warn)"
      bg="var(--warn-tint)"
      title={t('ui.noPrice.refused')}
      leftSection={<IconTagOff size={12} stroke={2} aria-hidden />}
    >
      {t('ui.noPrice.badge')}
    </Badge>
  );
}
