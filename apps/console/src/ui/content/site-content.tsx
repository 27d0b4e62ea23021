import { iframeUrl } from './iframe-url.ts';
import { RichText } from './rich-text.tsx';

/** A page by administrators: Markdown, HTML, or the URL of a page to frame. */
export function SiteContent({ text, title }: { text: string; title: string }) {
  const address = iframeUrl(text, location.origin);
  if (address === undefined) return <RichText text={text} />;
  return (
    <iframe
      src={address}
      title={title}
      className="site-frame"
      // It must not navigate the console. Its scripts run in the origin of another site, not in ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
