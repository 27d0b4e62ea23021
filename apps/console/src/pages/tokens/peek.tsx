import { Button, Group, Stack } from '@mantine/core';
import type { Token } from '@tollgate/contract';
import { IconCopy, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/copy.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { GroupTags } from '../../ui/group-tags.tsx';
import { maskKey } from '../../ui/mask-key.ts';
import { Money } from '../../ui/money.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { UnreadableTag } from '../../ui/unreadable-tag.tsx';
import { TokenStatus } from './columns.tsx';

/** Everything about one key that the list has no room for. */
export function TokenPeek({ token, edit }: { token: Token; edit: () => void }) {
  const { t } = useTranslation();
  const key = `sk-${token.key}`;
  return (
    <Stack>
      <Facts>
        <Fact name={t('tokens.columns.status')}>
          <TokenStatus status={token.status} t={t} />
        </Fact>
        <Fact name={t('tokens.peek.key')}>
          {token.key_unreadable ? (
            <UnreadableTag />
          ) : (
            <span className="mono">{maskKey(key).slice(0, 16)}</span>
          )}
        </Fact>
        <Fact name={t('tokens.columns.used')}>
          <Money quota={token.used_quota} exact />
        </Fact>
        <Fact name={t('tokens.columns.remain')}>
          {token.unlimited_quota ? t('ui.unlimited') : <Money quota={token.remain_quota} exact />}
        </Fact>
        <Fact name={t('tokens.columns.group')}>
          {token.group === '' ? t('tokens.peek.ownGroup') : <GroupTags groups={token.group} />}
        </Fact>
        <Fact name={t('tokens.form.models')}>
          {token.model_limits_enabled
            ? token.model_limits.replaceAll(',', ', ')
            : t('ui.unlimited')}
        </Fact>
        <Fact name={t('tokens.form.allowIps')}>
          {token.allow_ips === '' ? t('ui.unlimited') : token.allow_ips.split('\n').join(', ')}
        </Fact>
        <Fact name={t('tokens.form.rate')}>
          {token.rate_limit === 0
            ? t('ui.unlimited')
            : t('tokens.peek.perMinute', { count: token.rate_limit })}
        </Fact>
        <Fact name={t('tokens.form.mjMode')} show={token.mj_mode !== ''}>
          {token.mj_mode}
        </Fact>
        <Fact name={t('tokens.columns.created')}>
          <TimeText seconds={token.created_time} />
        </Fact>
        <Fact name={t('tokens.columns.expires')}>
          {token.expired_time === -1 ? t('ui.never') : <TimeText seconds={token.expired_time} />}
        </Fact>
        <Fact name={t('tokens.peek.accessed')}>
          {token.accessed_time === 0 ? t('ui.never') : <TimeText seconds={token.accessed_time} />}
        </Fact>
      </Facts>
      <Group>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} />}
          disabled={token.key_unreadable}
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
