import { Button, Stack } from '@mantine/core';
import {
  type Icon,
  IconBrandDiscord,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandWechat,
  IconLogin2,
  IconMessages,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type LoginProviderEntry, loginProviderTable } from '@tollgate/contract';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../../pages/index.ts';
import { takeNextAddress } from '../../session/next-address.ts';
import { storeUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { toastSuccess } from '../feedback/toasts.tsx';
import { providerName } from './provider-name.ts';
import { TelegramWidget } from './telegram-widget.tsx';
import { useAuthorize } from './use-authorize.ts';

const LoginCodeDialog = lazyPart(async () => ({
  default: (await import('./login-code-dialog.tsx')).LoginCodeDialog,
}));

/** Icons of providers in the icon set; the others have a generic login icon. */
const ICONS: Readonly<Record<string, Icon>> = {
  github: IconBrandGithub,
  linuxdo: IconMessages,
  wechat: IconBrandWechat,
  google: IconBrandGoogle,
  discord: IconBrandDiscord,
};

/** Returns the enabled login providers. */
export function useLoginProviders(): readonly LoginProviderEntry[] {
  const status = useStatus();
  return loginProviderTable.filter(({ enabled }) => status.data?.[enabled.status] === true);
}

/** Buttons to log in at the enabled login providers. */
export function LoginProviderButtons() {
  const on = useLoginProviders();
  if (on.length === 0) return null;
  return (
    <Stack gap="sm">
      {on.map((provider) =>
        provider.kind === 'widget' ? (
          <TelegramWidget key={provider.id} />
        ) : (
          <LoginProviderButton key={provider.id} provider={provider} />
        ),
      )}
    </Stack>
  );
}

function LoginProviderButton({ provider }: { provider: LoginProviderEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { authorize, isPending } = useAuthorize();
  const [opened, setOpened] = useState(false);
  const { data: status } = useStatus();
  const { id, kind } = provider;
  const name = providerName(status, provider);
  const ProviderIcon = ICONS[id] ?? IconLogin2;
  return (
    <>
      <Button
        variant="default"
        leftSection={<ProviderIcon size={18} />}
        loading={isPending}
        onClick={() => (kind === 'oauth' ? authorize(provider) : setOpened(true))}
      >
        {t('registration.oauth.signIn', { provider: name, context: id })}
      </Button>
      {opened ? (
        <Suspense fallback={null}>
          <LoginCodeDialog
            provider={provider}
            close={() => setOpened(false)}
            done={(user) => {
              if (user) storeUser(user);
              toastSuccess(t('login.success'));
              void navigate({ href: takeNextAddress() ?? pages.home.path });
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
