import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { pages } from '../index.ts';

/** What a caller should do about the two refusals that are most common for a key. */
export function RefusalNote() {
  const { t } = useTranslation();
  return (
    <Text size="sm" c="dimmed" mt="md">
      {t('tokens.refusals.text')}{' '}
      <Anchor
        component={Link}
        underline="always"
        to={pages.docsPage.path}
        params={{ slug: 'errors' } as never}
      >
        {t('tokens.refusals.link')}
      </Anchor>
    </Text>
  );
}
