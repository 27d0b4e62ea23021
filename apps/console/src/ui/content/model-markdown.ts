import DOMPurify, { type Config } from 'dompurify';
import { Marked, Renderer } from 'marked';
import { highlightCode } from './highlight-code.ts';

/**
 * What a model wrote may be shown as: text, lists, tables, links and code. It is not trusted: no
 * HTML of its own, and nothing that loads by itself, since an address can carry away what was said.
 */
const RULES: Config = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: ['img', 'picture', 'video', 'audio', 'source', 'style', 'form', 'input', 'button'],
  FORBID_ATTR: ['style', 'background', 'tabindex', 'autofocus', 'popover', 'popovertarget', 'id'],
  ALLOW_DATA_ATTR: false,
};

const purifier = DOMPurify();
// Set by our renderer alone, as the HTML of a model is shown as text.
purifier.setConfig({ ...RULES, ADD_ATTR: ['target'] });

const escapeHtml = (text: string) =>
  text.replaceAll(
    /[&<>"']/g,
    (sign) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }[sign] ?? '#39'};`,
  );

/** A link that opens apart and does not say where it stood; what leads elsewhere than to a page is text. */
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
    // A link in place of the picture: it is fetched only when somebody wants it.
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

/** HTML that may be shown, of Markdown by a model. */
export function renderModelMarkdown(text: string): string {
  return purifier.sanitize(reader.parse(text, { async: false }));
}
