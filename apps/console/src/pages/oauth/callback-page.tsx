import { Loader, Stack, Text, Title } from '@mantine/core';
import type { RedirectProvider } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { endTelegram } from '../../ui/login-providers/telegram-state.ts';
import { pages } from '../index.ts';
import { keptReferral } from '../login/use-kept-referral.ts';

/** How long the page says that it failed before it leads on. */
const READ_MS = 2500;

/** Exchanges what a site sent back: signs in, or binds where somebody is signed in already. */
export function OauthCallbackPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const search = useSearch({ strict: false }) as Record<string, string>;
  const [failed, setFailed] = useState(false);
  const begun = useRef(false);
  const isTelegram = pathname.startsWith(pages.oauthTelegram.path);

  useEffect(() => {
    // What came back is good once, and effects may run twice.
    if (begun.current) return;
    begun.current = true;
    exchange(pathname, search).then(
      (user) => {
        if (user === null) {
          toastSuccess(t('registration.oauth.bound'));
          void navigate({ to: pages.setting.path });
          return;
        }
        storeUser(user);
        toastSuccess(t('login.success'));
        void navigate({ to: isTelegram ? pages.home.path : pages.apiKeys.path });
      },
      (error: unknown) => {
        toastError(error);
        setFailed(true);
      },
    );
  }, [pathname, search, isTelegram, navigate, t]);

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

/** Whoever is signed in then; null where an account was bound. Throws what the server, or the site, says. */
function exchange(path: string, search: Record<string, string>): Promise<StoredUser | null> {
  if (path.startsWith(pages.oauthTelegram.path)) {
    const referral = keptReferral();
    const proof = endTelegram(search);
    if (!proof) return Promise.reject(new Error(i18next.t('errors.oauth_state_invalid')));
    const query = { ...proof, ...(referral === '' ? {} : { aff: referral }) };
    return callEndpoint(calls.enterByTelegram, { query });
  }
  const { code, state, error, error_description: description } = search;
  if (error) return Promise.reject(new Error(description || error));
  const provider: RedirectProvider = path.startsWith(pages.oauthGithub.path) ? 'github' : 'linuxdo';
  return callEndpoint(calls.enterByCode, {
    params: { provider },
    query: { ...(code ? { code } : {}), ...(state ? { state } : {}) },
  });
}
