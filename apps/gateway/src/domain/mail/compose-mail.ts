import { texts } from '@tollgate/i18n';
import type { Language } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { MailContent } from './mail.ts';
import { oneLine } from '../../platform/one-line.ts';

type MailTexts = (typeof texts)['zh']['mail'];

/** All kinds of mail. */
export type MailKind = keyof MailTexts;

type Params = Record<string, string | number>;

export interface MailFacts {
  /** The params of the texts, which may depend on the language. */
  params: Params | ((language: Language) => Params);
  /** A code, shown large on its own line. */
  code?: string;
  link?: string;
}

/** A text in one language. */
interface Part {
  subject: string;
  lines: string[];
}

/** Composes a mail; with several languages, if the reader's is unknown, one below the other. */
export function composeMail(
  kind: MailKind,
  languages: readonly Language[],
  facts: MailFacts,
): MailContent {
  const parts = languages.map((language) => readPart(kind, language, facts));
  return formatMail(parts, languages[0] === 'en' ? 'en' : 'zh', facts);
}

/** Lays out texts as a mail, one below the other; nothing in them is treated as markup. */
export function formatMail(
  parts: readonly Part[],
  language: Language,
  facts: Pick<MailFacts, 'code' | 'link'> = {},
): MailContent {
  const codeAndLink = [facts.code, facts.link].filter((value) => value !== undefined);
  const textParts = parts.map(({ lines: [first = '', ...rest] }) =>
    [first, ...codeAndLink, ...rest].join('\n\n'),
  );
  const html = parts.map(({ lines: [first = '', ...rest] }) =>
    [paragraph(first), ...showMain(facts), ...rest.map(paragraph)].join('\n'),
  );
  return {
    subject: parts.map(({ subject }) => oneLine(subject)).join(' / '),
    text: `${textParts.join('\n\n---\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${language === 'en' ? 'en' : 'zh-CN'}"><body style="font-family:sans-serif;font-size:15px;line-height:1.5;color:#1a1b1e">\n${html.join('\n<hr>\n')}\n</body></html>\n`,
  };
}

function readPart(kind: MailKind, language: Language, { params }: MailFacts): Part {
  const { subject, text, end }: { subject: string; text: string; end?: string } =
    texts[language].mail[kind];
  const values = typeof params === 'function' ? params(language) : params;
  return {
    subject: fillIn(subject, values),
    lines: [text, end].filter((line) => line !== undefined).map((line) => fillIn(line, values)),
  };
}

function showMain({ code, link }: Pick<MailFacts, 'code' | 'link'>): string[] {
  const large = 'font-size:26px;font-weight:600;letter-spacing:4px';
  return [
    ...(code === undefined ? [] : [`<p style="${large}">${escapeHtml(code)}</p>`]),
    ...(link === undefined ? [] : [`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`]),
  ];
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
