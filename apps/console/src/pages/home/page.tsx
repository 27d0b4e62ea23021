import { Container, VisuallyHidden } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useSiteName } from '../../status.ts';
import { iframeUrl } from '../../ui/content/iframe-url.ts';
import { SiteContent } from '../../ui/content/site-content.tsx';
import { DefaultHome } from './default-home.tsx';

/** The home page: the administrators' own, or else the default. */
export function HomePage() {
  const site = useSiteName();
  const { data: text = '', isPending } = useEndpoint(calls.getHomePageContent);
  // What follows the page stays out of view meanwhile.
  if (isPending) return <div style={{ minHeight: '100dvh' }} />;
  if (text.trim() === '') return <DefaultHome />;
  const content = <SiteContent text={text} title={site} />;
  return (
    <>
      <VisuallyHidden component="h1">{site}</VisuallyHidden>
      {iframeUrl(text, location.origin) === undefined ? (
        <Container size={960}>{content}</Container>
      ) : (
        content
      )}
    </>
  );
}
