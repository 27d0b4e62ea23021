import { Button, Group, Stack } from '@mantine/core';
import { type Redemption, REDEMPTION_UNUSED } from '@tollgate/contract';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { maskKey } from '../../ui/format/mask-key.ts';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import { RedemptionStatus } from './redemption-status.tsx';

/** All details of one code, including those for which the list has no space. */
export function RedemptionPeek({ redemption, edit }: { redemption: Redemption; edit: () => void }) {
  const { t } = useTranslation();
  const { status, key, used_user_id: redeemer, redeemed_time: redeemedAt } = redemption;
  return (
    <Stack>
      <DescriptionList>
        <DescriptionItem name={t('redemptions.columns.status')}>
          <RedemptionStatus status={status} t={t} />
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.code')}>
          {redemption.key_unreadable ? (
            <UnreadableTag />
          ) : (
            <span className="mono">{maskKey(key).slice(0, 16)}</span>
          )}
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.columns.quota')}>
          <Money quota={redemption.quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.columns.created')}>
          <TimeText seconds={redemption.created_time} />
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.maker')}>{redemption.user_id}</DescriptionItem>
        <DescriptionItem name={t('redemptions.columns.redeemer')}>
          {redeemer === 0 ? t('redemptions.nobody') : redeemer}
        </DescriptionItem>
        <DescriptionItem name={t('redemptions.peek.redeemed')} show={redeemedAt !== 0}>
          <TimeText seconds={redeemedAt} />
        </DescriptionItem>
      </DescriptionList>
      <Group>
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
