import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { DOCS_PATH, pages } from '../index.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useIsFeatureEnabled, useSiteAddress, useSiteName } from '../../status.ts';
import { CopyText } from '../../ui/display/copy.tsx';

/** What the site is and where to begin, while its administrators have not described it. */
export function DefaultAbout() {
  const { t } = useTranslation();
  const site = useSiteName();
  const address = useSiteAddress();
  const isOn = useIsFeatureEnabled();
  return (
    <Stack maw={640} gap="md">
      <Title order={1}>{t('home.about.title', { site })}</Title>
      {isAdmin(useStoredUser()) ? (
        <Alert variant="light" color="slate" icon={<IconInfoCircle size={18} />}>
          {t('home.about.admin')}{' '}
          <Anchor
            component={Link}
            to={pages.setting.path}
            search={{ option: 'About' } as never}
            inherit
            underline="always"
          >
            {t('home.about.write')}
          </Anchor>
        </Alert>
      ) : null}
      <Text>{t('home.about.what')}</Text>
      <div>
        <Text size="sm" c="dimmed">
          {t('home.base')}
        </Text>
        <CopyText text={`${address}/v1`} />
      </div>
      <Group gap="xs">
        <Button component={Link} to={DOCS_PATH}>
          {t('home.about.docs')}
        </Button>
        <Button component={Link} to={pages.pricing.path} variant="default">
          {t('shell.modelsAndPrices')}
        </Button>
        {isOn(pages.serviceStatus) ? (
          <Button component={Link} to={pages.serviceStatus.path} variant="default">
            {t('shell.pages.serviceStatus')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  );
}
