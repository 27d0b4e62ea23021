import { Skeleton, Stack, Title, VisuallyHidden } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { SiteContent } from '../../ui/content/site-content.tsx';
import { DefaultAbout } from './default-about.tsx';

/** The administrators' description of the site and who runs it; without one, what any caller must know. */
export function AboutPage() {
  const { t } = useTranslation();
  const { data: text, error, refetch } = useEndpoint(calls.getAbout);
  const title = t('shell.pages.about');
  if (text?.trim())
    return (
      <>
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        <SiteContent text={text} title={title} />
      </>
    );
  if (text !== undefined && !error) return <DefaultAbout />;
  return (
    <Stack>
      <Title order={1}>{title}</Title>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={220} maw={640} aria-busy />
      )}
    </Stack>
  );
}
