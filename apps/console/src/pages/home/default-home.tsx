import { Button, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { DOCS_PATH, pages } from '../index.ts';

const POINTS = ['failover', 'money', 'speed'] as const;

/** The front door of a site without one of its own: what this is, where to go, and the address that clients need. */
export function DefaultHome() {
  const { t } = useTranslation();
  const user = useStoredUser();
  const status = useStatus();
  const base = `${status.data?.server_address || location.origin}/v1`;
  return (
    <Container size={880} py={{ base: 40, sm: 88 }}>
      <Stack gap="lg">
        <Title order={1} fz={{ base: 28, sm: 40 }} lh={1.2} style={{ textWrap: 'balance' }}>
          {t('home.lead')}
        </Title>
        <Text fz="lg" c="dimmed" maw={620}>
          {t('home.text')}
        </Text>
        <Group>
          <Button
            component={Link}
            to={user ? pages.apiKeys.path : pages.login.path}
            size="md"
            rightSection={<IconArrowRight size={17} />}
          >
            {t(user ? 'home.console' : 'home.login')}
          </Button>
          <Button component="a" href={DOCS_PATH} size="md" variant="default">
            {t('home.docs')}
          </Button>
        </Group>
        <Group gap="sm" mt="xs">
          <Text c="dimmed">{t('home.base')}</Text>
          <CopyText text={base} />
        </Group>
        <SimpleGrid
          cols={{ base: 1, sm: 3 }}
          spacing="xl"
          mt={48}
          pt="xl"
          style={{ borderTop: '1px solid var(--surface-line)' }}
        >
          {POINTS.map((point) => (
            <div key={point}>
              <Title order={2} mb={4}>
                {t(`home.points.${point}.title`)}
              </Title>
              <Text c="dimmed">{t(`home.points.${point}.text`)}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  );
}
