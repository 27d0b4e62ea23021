import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { SiteContent } from '../../ui/content/site-content.tsx';

/** The administrators' description of the site and who runs it. */
export function AboutPage() {
  const { t } = useTranslation();
  const { data: text, error, refetch } = useEndpoint(calls.getAbout);
  const user = useStoredUser();
  const title = t('shell.pages.about');
  if (text?.trim())
    return (
      <>
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        <SiteContent text={text} title={title} />
      </>
    );
  return (
    <Stack>
      <Title order={1}>{title}</Title>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : text === undefined ? (
        <Skeleton height={120} maw={640} aria-busy />
      ) : (
        <EmptyState
          icon={IconInfoCircle}
          title={t('home.about.empty')}
          text={isAdmin(user) ? t('home.about.emptyText') : ''}
        />
      )}
    </Stack>
  );
}
