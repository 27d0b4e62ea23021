import { Loader, Stack, Text, Title } from '@mantine/core';
import { findLoginProvider, type LoginProviderEntry, type LoginStep } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { callForEnvelope } from '../../api/call-endpoint.ts';
import { keepLoginStep } from '../../session/login-step.ts';
import { nextQuery, takeNextAddress } from '../../session/next-address.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { announceBinding } from '../../ui/login-providers/binding-channel.ts';
import { endTelegram } from '../../ui/login-providers/telegram-state.ts';
import { pages } from '../index.ts';
import { describeRefusal } from './describe-refusal.ts';
import { storedCodes } from '../login/stored-referral-codes.ts';

/** How long a failure is shown before redirecting. */
const READ_MS = 2500;

/** Exchanges a login provider's callback: signs in, or links the account if the user is already signed in. */
export function OauthCallbackPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { provider: id = '' } = useParams({ strict: false }) as { provider?: string };
  const search = useSearch({ strict: false }) as Record<string, string>;
  const [failed, setFailed] = useState(false);
  const started = useRef(false);
  const provider = findLoginProvider(id);

  useEffect(() => {
    // The code is valid once, and effects may run twice.
    if (started.current) return;
    started.current = true;
    exchange(provider, search).then(
      ({ data: user, second_factor: step }) => {
        if (step) {
          keepLoginStep(step);
          void navigate({ to: pages.login.path, search: nextQuery(takeNextAddress()) });
          return;
        }
        if (user === null) {
          announceBinding();
          toastSuccess(t('registration.oauth.bound'));
          void navigate({ to: pages.setting.path });
          return;
        }
        storeUser(user);
        toastSuccess(t('login.success'));
        const next = takeNextAddress();
        if (next === undefined)
          void navigate({ to: provider?.kind === 'widget' ? pages.home.path : pages.apiKeys.path });
        else void navigate({ href: next });
      },
      (error: unknown) => {
        toastError(error);
        setFailed(true);
      },
    );
  }, [provider, search, navigate, t]);

  useEffect(() => {
    if (!failed) return undefined;
    const timer = setTimeout(() => void navigate({ to: pages.setting.path }), READ_MS);
    return () => clearTimeout(timer);
  }, [failed, navigate]);

  return (
    <Stack align="center" py={96} ta="center" role="status">
      {failed ? null : <Loader aria-hidden />}
      <Title order={1}>{t('registration.oauth.title')}</Title>
      <Text c="dimmed">
        {t(failed ? 'registration.oauth.failed' : 'registration.oauth.processing')}
      </Text>
    </Stack>
  );
}

/**
 * Resolves to the signed-in user or the required second factor, or to neither if an account was linked.
 * Throws the error of the server or provider.
 */
function exchange(
  provider: LoginProviderEntry | undefined,
  search: Record<string, string>,
): Promise<{ data: StoredUser | null; second_factor?: LoginStep | undefined }> {
  if (!provider) return Promise.reject(new Error(i18next.t('errors.oauth_provider_unknown')));
  const params = { provider: provider.id };
  if (provider.kind === 'widget') {
    const proof = endTelegram(search);
    if (!proof) return Promise.reject(new Error(i18next.t('errors.oauth_state_invalid')));
    const query = { ...proof, ...storedCodes() };
    return callForEnvelope(calls.signInWithWidget, { params, query });
  }
  const { code, state, iss, error } = search;
  if (error) return Promise.reject(new Error(describeRefusal(error)));
  return callForEnvelope(calls.signInWithProvider, {
    params,
    query: {
      ...(code ? { code } : {}),
      ...(state ? { state } : {}),
      ...(iss ? { iss } : {}),
    },
  });
}
