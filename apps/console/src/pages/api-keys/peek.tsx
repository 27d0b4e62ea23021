import { Button, Group, Stack, Text } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { copyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { maskKey } from '../../ui/format/mask-key.ts';
import { LimitText } from '../../ui/display/limit-text.tsx';
import { keyLimits } from '../../ui/format/key-limits.ts';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import { ApiKeyStatus } from './columns.tsx';
import { PayloadSwitch } from './payload-switch.tsx';

/** All details of one key, for which the list has no space. */
export function ApiKeyPeek({ apiKey, edit }: { apiKey: Token; edit: () => void }) {
  const { t } = useTranslation();
  const key = `sk-${apiKey.key}`;
  return (
    <Stack>
      <DescriptionList>
        <DescriptionItem name={t('tokens.columns.status')}>
          <ApiKeyStatus status={apiKey.status} t={t} />
        </DescriptionItem>
        <DescriptionItem name={t('tokens.peek.key')}>
          {apiKey.key_unreadable ? (
            <UnreadableTag />
          ) : (
            <span className="mono">{maskKey(key).slice(0, 16)}</span>
          )}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.columns.used')}>
          <Money quota={apiKey.used_quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('tokens.columns.remain')}>
          {apiKey.unlimited_quota ? t('ui.unlimited') : <Money quota={apiKey.remain_quota} exact />}
        </DescriptionItem>
        {keyLimits(apiKey)
          .filter(({ kind }) => kind !== 'total')
          .map((limit) => (
            <DescriptionItem key={limit.kind} name={t(`ui.keyLimit.names.${limit.kind}`)}>
              <Money quota={limit.used} /> / <Money quota={limit.limit} exact /> ·{' '}
              <LimitText limit={limit} />
              <Text size="xs" c="dimmed">
                {t('ui.keyLimit.utc')}
              </Text>
            </DescriptionItem>
          ))}
        <DescriptionItem name={t('tokens.columns.group')}>
          {apiKey.group === '' ? t('tokens.peek.ownGroup') : <GroupTags groups={apiKey.group} />}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.form.models')}>
          {apiKey.model_limits_enabled
            ? apiKey.model_limits.replaceAll(',', ', ')
            : t('ui.unlimited')}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.form.allowIps')}>
          {apiKey.allow_ips === '' ? t('ui.unlimited') : apiKey.allow_ips.split('\n').join(', ')}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.form.rate')}>
          {apiKey.rate_limit === 0
            ? t('ui.unlimited')
            : t('tokens.peek.perMinute', { count: apiKey.rate_limit })}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.form.mjMode')} show={apiKey.mj_mode !== ''}>
          {apiKey.mj_mode}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.payload.title')}>
          <PayloadSwitch apiKey={apiKey} />
          {apiKey.payload_log ? (
            <Text size="xs" c="dimmed">
              {t('tokens.payload.hint')}
            </Text>
          ) : null}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.columns.created')}>
          <TimeText seconds={apiKey.created_time} />
        </DescriptionItem>
        <DescriptionItem name={t('tokens.columns.expires')}>
          {apiKey.expired_time === -1 ? t('ui.never') : <TimeText seconds={apiKey.expired_time} />}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.peek.accessed')}>
          {apiKey.accessed_time === 0 ? (
            t('ui.neverYet')
          ) : (
            <TimeText seconds={apiKey.accessed_time} />
          )}
        </DescriptionItem>
        <DescriptionItem name={t('tokens.peek.address')} show={apiKey.accessed_ip !== ''}>
          <span className="mono">{apiKey.accessed_ip}</span>
        </DescriptionItem>
      </DescriptionList>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          disabled={apiKey.key_unreadable}
          onClick={() => void copyText(key)}
        >
          {t('tokens.actions.copy')}
        </Button>
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={edit}>
          {t('tokens.actions.edit')}
        </Button>
      </Group>
    </Stack>
  );
}
