import { Button } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { pages } from '../index.ts';
import { guessTab } from '../playground/guess-model.ts';

/** Opens a model in the playground; visitors log in first. */
export function TryButton({ model, group = '' }: { model: string; group?: string }) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const search = { model, tab: guessTab(model), ...(group === '' ? {} : { group }) };
  return user ? (
    <Button
      component={Link}
      to={pages.playground.path}
      search={search as never}
      leftSection={<IconMessageCircle size={16} />}
    >
      {t('pricing.details.try')}
    </Button>
  ) : (
    <Button
      component={Link}
      to={pages.login.path}
      search={{ next: `${pages.pricing.path}/${encodeURIComponent(model)}` } as never}
    >
      {t('pricing.details.logIn')}
    </Button>
  );
}
