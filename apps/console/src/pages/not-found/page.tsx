import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pages } from '../index.ts';

/** Any path that leads nowhere. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py={96} ta="center">
      <Text c="dimmed" fw={600} className="tabular" fz={40} lh={1}>
        404
      </Text>
      <Title order={1}>{t('shell.notFound.title')}</Title>
      <Text c="dimmed">{t('shell.notFound.text')}</Text>
      <Button component={Link} to={pages.home.path} mt="sm">
        {t('shell.notFound.home')}
      </Button>
    </Stack>
  );
}
