import DOMPurify, { type Config } from 'dompurify';
import { marked } from 'marked';

/**
 * Allowed in texts of the site: formatting, links and images. No scripts, frames, style sheets or forms that
 * ask for passwords, and no attributes by which the console finds its own elements.
 */
const RULES: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['style', 'form', 'input', 'textarea', 'select', 'option', 'button', 'dialog'],
  FORBID_ATTR: ['class', 'tabindex', 'autofocus', 'popover', 'popovertarget', 'accesskey'],
  ALLOW_DATA_ATTR: false,
  SANITIZE_NAMED_PROPS: true,
};

const purifier = DOMPurify();
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return;
  // Links of our origin stay in this window; others must not get access to it.
  if ((node as HTMLAnchorElement).origin === location.origin) node.removeAttribute('target');
  else node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** Renders a text of the site in HTML or Markdown as safe HTML. Text that begins with a tag is HTML. */
export function sanitizeHtml(text: string): string {
  const html = /^\s*</.test(text)
    ? text
    : marked.parse(text, { async: false, gfm: true, breaks: true });
  return purifier.sanitize(html, RULES);
}
