import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ListedRegistrationCode } from '@tollgate/contract';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { UserLink } from '../users/user-link.tsx';
import { CodeState } from './code-state.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** One registration code and who registered with it. */
export function RegistrationCodePeek({
  code,
  toggle,
}: {
  code: ListedRegistrationCode;
  toggle: (code: ListedRegistrationCode) => void;
}) {
  const { t } = useTranslation();
  const users = useEndpoint(calls.listRegistrationCodeUsers, { params: { id: code.id } });
  const isEmpty = users.data?.length === 0;
  const isOff = code.state === 'disabled';
  return (
    <Stack>
      <Group justify="space-between">
        <CodeState state={code.state} />
        <Button
          size="xs"
          variant="default"
          leftSection={isOff ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
          onClick={() => toggle(code)}
        >
          {t(isOff ? 'registrationCodes.enable' : 'registrationCodes.disable')}
        </Button>
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('registrationCodes.columns.code')}>
          <span className="mono">…{code.tail}</span>
        </DescriptionItem>
        <DescriptionItem name={t('registrationCodes.columns.uses')}>
          <span className="tabular">
            {formatNumber(code.uses)} / {formatNumber(code.uses_max)}
          </span>
        </DescriptionItem>
        <DescriptionItem name={t('registrationCodes.columns.expires')}>
          {code.expires_at === 0 ? (
            t('registrationCodes.never')
          ) : (
            <TimeText seconds={code.expires_at} precise />
          )}
        </DescriptionItem>
        <DescriptionItem name={t('registrationCodes.columns.creator')}>
          <UserLink id={code.creator_id} username={code.creator} />
        </DescriptionItem>
        <DescriptionItem name={t('registrationCodes.columns.created')}>
          <TimeText seconds={code.created_at} precise />
        </DescriptionItem>
      </DescriptionList>
      <Title order={3} size="h5">
        {t('registrationCodes.users')}
      </Title>
      {users.error ? (
        <ErrorState error={users.error} retry={() => void users.refetch()} />
      ) : users.data === undefined ? (
        <Skeleton height={48} />
      ) : isEmpty ? (
        <Text size="sm" c="dimmed">
          {t('registrationCodes.noUsers')}
        </Text>
      ) : (
        <DescriptionList>
          {users.data.map(({ user_id: id, username, used_at: at }) => (
            <DescriptionItem key={id} name={<UserLink id={id} username={username} />}>
              <TimeText seconds={at} />
            </DescriptionItem>
          ))}
        </DescriptionList>
      )}
    </Stack>
  );
}
