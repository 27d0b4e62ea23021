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
  const ownUnlink = useEndpointMutation(calls.unlinkIdentity, [calls.getSelf]);
  const users = [calls.getUser, calls.listUsers, calls.searchUsers];
  const userUnlink = useEndpointMutation(calls.unlinkIdentityOfUser, users);
  const { id } = provider;
  const texts = { provider: providerName(status.data, provider) };
  const callbacks = {
    onSuccess: () => toastSuccess(t('personal.bindings.unlinked', texts)),
    onError: toastError,
  };
  const confirmUnlink = () =>
    confirm({
      title: t('personal.bindings.unlinkTitle', texts),
      text: t('personal.bindings.unlinkText'),
      confirm: t('personal.bindings.unlink'),
      run: () =>
        userId === undefined
          ? ownUnlink.mutate({ params: { provider: id } }, callbacks)
          : userUnlink.mutate({ params: { id: userId, provider: id } }, callbacks),
    });
  return (
    <Button
      variant="default"
      size={userId === undefined ? 'sm' : 'compact-sm'}
      loading={ownUnlink.isPending || userUnlink.isPending}
      onClick={confirmUnlink}
      aria-label={`${t('personal.bindings.unlink')}: ${texts.provider}`}
    >
      {t('personal.bindings.unlink')}
    </Button>
  );
}
