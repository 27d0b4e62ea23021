import { Text } from '@mantine/core';
import type { ManagedKey, User } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { keyTail } from '../../../ui/format/mask-key.ts';
import { LastUse } from '../../../ui/display/last-use.tsx';
import type { Column } from '../../../ui/tables/column.ts';
import { SectionTable } from '../../../ui/tables/section-table.tsx';
import { ApiKeyStatus } from '../../api-keys/columns.tsx';
import { OptionLink } from '../../settings/option-link.tsx';
import { PayloadSwitch } from '../../api-keys/payload-switch.tsx';

/** Returns the columns of a user's keys, as administrators see them. */
function keyColumns(t: TFunction): Column<ManagedKey>[] {
  const column = (key: 'name' | 'status' | 'lastUse' | 'used' | 'left' | 'payload') => ({
    key,
    header: t(`users.keys.${key}`),
  });
  return [
    {
      ...column('name'),
      fixed: true,
      mobile: 'title',
      render: ({ name, tail }) => (
        <>
          <Text fw={500} size="sm" truncate maw={180} title={name}>
            {name}
          </Text>
          {tail === '' ? null : (
            <Text size="xs" c="dimmed" className="mono">
              {keyTail(tail)}
            </Text>
          )}
        </>
      ),
    },
    {
      ...column('status'),
      mobile: 'badge',
      render: ({ status }) => <ApiKeyStatus status={status} t={t} />,
    },
    {
      ...column('lastUse'),
      render: ({ accessed_time: at, accessed_ip: ip }) => <LastUse seconds={at} ip={ip} />,
    },
    { ...column('used'), align: 'end', render: (key) => <Money quota={key.used_quota} /> },
    {
      ...column('left'),
      align: 'end',
      render: (key) =>
        key.unlimited_quota ? t('ui.unlimited') : <Money quota={key.remain_quota} />,
    },
    { ...column('payload'), render: (key) => <PayloadSwitch apiKey={key} /> },
  ];
}

/** The keys of a user, without their secrets. */
export function UserKeys({ user }: { user: User }) {
  const { t } = useTranslation();
  const [page, setPage] = useState({ p: 1, page_size: 10 });
  const list = useEndpoint(calls.listKeysOfUser, { params: { id: user.id }, query: page });
  const columns = useMemo(() => keyColumns(t), [t]);
  return (
    <>
      <SectionTable
        name="user-keys"
        label={t('users.tabs.keys')}
        columns={columns}
        list={list}
        page={page}
        setPage={setPage}
        pageSizes={[10, 50]}
        skeletonRows={3}
        empty={t('users.keys.empty')}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {t('users.keys.payloadNote')}{' '}
        <OptionLink option="PayloadRetentionDays">{t('options.PayloadRetentionDays')}</OptionLink>
      </Text>
    </>
  );
}
