import { Button, Group, Stack, Text } from '@mantine/core';
import { type ListedRedemption, REDEMPTION_UNUSED } from '@tollgate/contract';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { maskKey } from '../../ui/format/mask-key.ts';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import { UserLink } from '../users/user-link.tsx';
import { RedemptionStatus } from './redemption-status.tsx';

/** All details of one code, including those for which the list has no space. */
export function RedemptionPeek({
  redemption,
  edit,
}: {
  redemption: ListedRedemption;
  edit: () => void;
}) {
  const { t } = useTranslation();
  const { status, key, used_user_id: redeemerId, redeemed_time: redeemedAt } = redemption;
  return (
    <Stack>
      <Group justify="space-between" align="baseline">
        <Text fz={24} fw={600} className="tabular" component="div">
          <Money quota={redemption.quota} />
        </Text>
        <RedemptionStatus status={status} t={t} />
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('redemptions.peek.code')}>
          {redemption.key_unreadable ? (
            <UnreadableTag />
          ) : (
            <span className="mono">{maskKey(key).slice(0, 16)}</span>
          )}
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.columns.created')}>
          <TimeText seconds={redemption.created_time} />
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.maker')}>
          <UserLink id={redemption.user_id} username={redemption.creator} />
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.redeemer')}>
          {redeemerId === 0 ? (
            t('redemptions.nobody')
          ) : (
            <UserLink id={redeemerId} username={redemption.redeemer} />
          )}
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.redeemed')} show={redeemedAt !== 0}>
          <TimeText seconds={redeemedAt} />
        </DescriptionItem>
      </DescriptionList>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          disabled={redemption.key_unreadable}
          onClick={() => void copyText(key)}
        >
          {t('redemptions.actions.copy')}
        </Button>
        {status === REDEMPTION_UNUSED ? (
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit}>
            {t('redemptions.actions.edit')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
