import DOMPurify, { type Config } from 'dompurify';
import { marked } from 'marked';

/**
 * What texts of the site may be made of: formatting, links and pictures. No scripts, no frames, no
 * forms that ask for passwords, no style sheets, nothing that the console finds its own parts by.
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
  // An own origin is left in the same window; what is elsewhere must not reach back into it.
  if ((node as HTMLAnchorElement).origin === location.origin) node.removeAttribute('target');
  else node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

/** HTML that may be shown, of a text of the site in HTML or Markdown. What begins with a tag is HTML. */
export function sanitizeHtml(text: string): string {
  const html = /^\s*</.test(text)
    ? text
    : marked.parse(text, { async: false, gfm: true, breaks: true });
  return purifier.sanitize(html, RULES);
}
