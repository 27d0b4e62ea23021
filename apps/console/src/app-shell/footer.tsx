import { useStatus } from '../status.ts';
import { RichText } from '../ui/content/rich-text.tsx';

/** The administrators' own footer below every page. */
export function Footer() {
  const html = useStatus().data?.footer_html ?? '';
  if (html.trim() === '') return null;
  return (
    <footer className="site-footer">
      <RichText text={html} />
    </footer>
  );
}
