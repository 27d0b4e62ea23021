import { Button } from '@mantine/core';
import type { LoginProviderEntry } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { confirm } from '../feedback/confirm.tsx';
import { toastError, toastSuccess } from '../feedback/toasts.tsx';
import { providerName } from './provider-name.ts';

/** Unlinks an account at a provider, after confirmation: the user's own, or that of another user. */
export function UnlinkButton({
  provider,
  userId,
}: {
  provider: LoginProviderEntry;
  userId?: number;
}) {
  const { t } = useTranslation();
  const status = useStatus();
  const own = useEndpointMutation(calls.unlinkIdentity, [calls.getSelf]);
  const users = [calls.getUser, calls.listUsers, calls.searchUsers];
  const others = useEndpointMutation(calls.unlinkIdentityOfUser, users);
  const { id } = provider;
  const texts = { provider: providerName(status.data, provider) };
  const told = {
    onSuccess: () => toastSuccess(t('personal.bindings.unlinked', texts)),
    onError: toastError,
  };
  const ask = () =>
    confirm({
      title: t('personal.bindings.unlinkTitle', texts),
      text: t('personal.bindings.unlinkText'),
      confirm: t('personal.bindings.unlink'),
      run: () =>
        userId === undefined
          ? own.mutate({ params: { provider: id } }, told)
          : others.mutate({ params: { id: userId, provider: id } }, told),
    });
  return (
    <Button
      variant="default"
      size={userId === undefined ? 'sm' : 'compact-sm'}
      loading={own.isPending || others.isPending}
      onClick={ask}
      aria-label={`${t('personal.bindings.unlink')}: ${texts.provider}`}
    >
      {t('personal.bindings.unlink')}
    </Button>
  );
}
