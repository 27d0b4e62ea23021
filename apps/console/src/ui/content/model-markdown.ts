import DOMPurify, { type Config } from 'dompurify';
import { Marked, Renderer } from 'marked';
import { highlightCode } from './highlight-code.ts';

/**
 * Allowed in a model's output: text, lists, tables, links and code. It is untrusted: no HTML of its own, and
 * nothing that loads by itself, since a URL can exfiltrate the conversation.
 */
const RULES: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['img', 'picture', 'video', 'audio', 'source', 'style', 'form', 'input', 'button'],
  FORBID_ATTR: ['style', 'background', 'tabindex', 'autofocus', 'popover', 'popovertarget', 'id'],
  ALLOW_DATA_ATTR: false,
};

const purifier = DOMPurify();
// Only our renderer sets `target`, as a model's HTML is shown as text.
purifier.setConfig({ ...RULES, ADD_ATTR: ['target'] });

const escapeHtml = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`,
  );

/**
 * Returns a link that opens in a new tab without a referrer; only text unless the URL is http(s) or mailto.
 */
function linkTo(href: string, html: string): string {
  if (!/^(?:https?:|mailto:)/i.test(href)) return html;
  return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer nofollow">${html}</a>`;
}

const plain = new Renderer();
const reader = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ text }) => escapeHtml(text),
    // A link instead of the image, so that it is only fetched on request.
    image: ({ href, text }) => linkTo(href, escapeHtml(text || href)),
    link({ href, tokens }) {
      return linkTo(href, this.parser.parseInline(tokens));
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    code: ({ text, lang = '' }) => {
      const [language = ''] = lang.split(/\s/);
      const html = highlightCode(text, ALIASES[language] ?? language) ?? escapeHtml(text);
      return `<pre><code>${html}</code></pre>`;
    },
    table(token) {
      return `<div class="table-scroll">${plain.table.call(this, token)}</div>`;
    },
  },
});

const ALIASES: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  console: 'bash',
  py: 'python',
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  html: 'xml',
  toml: 'ini',
};

/** Renders Markdown of a model as safe HTML. */
export function renderModelMarkdown(text: string): string {
  return purifier.sanitize(reader.parse(text, { async: false }));
}
