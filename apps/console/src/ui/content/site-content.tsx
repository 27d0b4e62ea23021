import { iframeUrl } from './iframe-url.ts';
import { RichText } from './rich-text.tsx';

/** The content of a page that administrators wrote: Markdown, HTML, or the address of a page to frame. */
export function SiteContent({ text, title }: { text: string; title: string }) {
  const address = iframeUrl(text, location.origin);
  if (address === undefined) return <RichText text={text} />;
  return (
    <iframe
      src={address}
      title={title}
      className="site-frame"
      // It may not lead the console away. Being of another site, it is itself but not us.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
