import { Group, Text } from '@mantine/core';
import { IconTagOff } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { formatUsdPrice } from './format-usd-price.ts';
import type { ModelProposal } from './model-proposal.ts';
import { SetPriceButton } from './set-price-button.tsx';

/** Says that callers are refused although the model passed its test, and offers to set its price. */
export function NoPriceNote({
  model,
  proposal,
}: {
  model: string;
  proposal: ModelProposal | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap" className="no-price-note">
      <Text size="sm" component="span">
        <IconTagOff size={14} stroke={2} aria-hidden className="in-line-icon" />{' '}
        {t('ui.noPrice.passesButRefused')}
        {proposal ? (
          <Text span c="dimmed" size="sm">
            {' '}
            {formatUsdPrice(proposal.price, t)} · {proposal.source}, {proposal.date}
          </Text>
        ) : null}
      </Text>
      {proposal ? <SetPriceButton model={model} proposal={proposal} /> : null}
    </Group>
  );
}
