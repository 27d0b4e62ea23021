import { Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { REMARK_LENGTH_MAX, type User } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useTranslation } from '../../../texts.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';

/** Notes of administrators on a user, who never sees them. */
export function UserRemark({ user }: { user: User }) {
  const { t } = useTranslation();
  const params = { id: user.id };
  const { data, error, refetch } = useEndpoint(calls.getRemark, { params });
  const save = useEndpointMutation(calls.setRemark, [calls.getRemark]);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  if (!data)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height={120} aria-busy />
    );
  const { remark: before } = data;
  const submit = () =>
    save.mutate(
      { params, body: { remark: typed ?? before, before } },
      { onSuccess: () => toastSuccess(t('users.remark.saved')), onError: toastError },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="sm">
        <Textarea
          label={t('users.tabs.remark')}
          description={t('users.remark.hint')}
          autosize
          minRows={5}
          maxRows={16}
          maxLength={REMARK_LENGTH_MAX}
          value={typed ?? before}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('users.form.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
