import type { Pricing } from '@tollgate/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { texts } from '@tollgate/i18n';
import type { Domain } from '../domain/domain.ts';
import { type Language, languageOf } from '../domain/error-texts.ts';
import { listPrices } from '../domain/options/pricing.ts';
import { fillIn } from '../platform/fill-in.ts';

/** The docs for callers as the build of the console left them. */
interface CallerDocs {
  sections: readonly {
    title: Record<Language, string>;
    pages: readonly { slug: string; text: Record<Language, string> }[];
  }[];
  /** What models of a kind are called, and the best known one. */
  kinds: Record<string, { pattern: string; usual: string }>;
}

type DocsDomain = Pick<Domain, 'options' | 'catalog' | 'prices'>;

const LANGUAGES: readonly Language[] = ['zh', 'en'];
const PRODUCT = 'Tollgate';
const KEY = 'sk-…';
/** Where a site has no models yet. */
const USUAL_MODEL = 'gpt-5-mini';
/** The list with prices is one address away. */
const MODELS_SHOWN = 200;

/**
 * Serves what programs read of a site: `/llms.txt` (address, formats, models, pages), the docs for callers as
 * Markdown under `/docs/<page>.<language>.md`, and all of them as `/llms-full.txt`. `?lang=` chooses a
 * language, else the request's. It says what any visitor may see.
 */
export function registerCallerDocs(server: FastifyInstance, domain: DocsDomain, dist: string) {
  const path = `${dist}/.vite/docs.json`;
  const docs: CallerDocs = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as CallerDocs)
    : { sections: [], kinds: {} };
  const pages = docs.sections.flatMap((section) => section.pages);
  const serve = (address: string, write: (site: Site) => string, only?: Language) =>
    server.get(address, (request, reply) => {
      const language = only ?? chosenLanguage(request);
      const { models } = listPrices(domain);
      const values = readValues(models, docs, siteOf(domain, request));
      return send(reply, write({ language, values, models }), language);
    });
  const index = (site: Site) => writeIndex(site, docs, domain.options.text('SystemName'));
  serve('/llms.txt', index);
  serve('/llms-full.txt', (site) =>
    [index(site), ...pages.map(({ text }) => fillIn(text[site.language], site.values))].join(
      '\n\n',
    ),
  );
  for (const { slug, text } of pages)
    for (const language of LANGUAGES)
      serve(
        `/docs/${slug}.${language}.md`,
        ({ values }) => fillIn(text[language], values),
        language,
      );
}

/** What is said of the site at hand, and how. */
interface Site {
  language: Language;
  values: Values;
  models: readonly Pricing[];
}

/** What pages leave open. */
type Values = Record<string, string> & Record<'site' | 'model', string>;

function chosenLanguage({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown };
  return LANGUAGES.find((language) => language === lang) ?? languageOf(headers['accept-language']);
}

/** The address of the site: as set, else as it was asked for. */
function siteOf({ options }: DocsDomain, { protocol, host }: FastifyRequest): string {
  const own = options.text('ServerAddress').replace(/\/+$/, '');
  const asked = `${protocol}://${host}`;
  return own !== '' ? own : URL.canParse(asked) ? new URL(asked).origin : '';
}

function readValues(models: readonly Pricing[], { kinds }: CallerDocs, site: string): Values {
  const ofKinds = Object.entries(kinds).map(([kind, { pattern, usual }]) => {
    const fits = new RegExp(pattern, 'i');
    return [kind, models.find(({ model_name: name }) => fits.test(name))?.model_name ?? usual];
  });
  return {
    ...(Object.fromEntries(ofKinds) as Record<string, string>),
    site,
    socket: site.replace(/^http/, 'ws'),
    key: KEY,
    model: models.find(({ quota_type: type }) => type === 0)?.model_name ?? USUAL_MODEL,
  };
}

function writeIndex(
  { language, values: { site }, models }: Site,
  { sections }: CallerDocs,
  name: string,
): string {
  const t = texts[language].llms;
  const more = models.length - MODELS_SHOWN;
  const list = [
    ...models.slice(0, MODELS_SHOWN).map(({ model_name: model }) => `- \`${model}\``),
    ...(more > 0 ? [`- ${fillIn(t.moreModels, { rest: more })}`] : []),
  ];
  const pageLists = sections.map(({ title, pages }) =>
    [
      `## ${title[language]}`,
      ...pages.map(
        ({ slug, text }) => `- [${titleOf(text[language])}](${site}/docs/${slug}.${language}.md)`,
      ),
    ].join('\n'),
  );
  return [
    `# ${name.replaceAll(/\s+/g, ' ') || PRODUCT}`,
    `> ${t.summary}`,
    fillIn(t.notes, { site }),
    ...(models.length > 0 ? [`## ${t.models}\n${list.join('\n')}`] : []),
    ...pageLists,
    `## ${t.more}\n${fillIn(t.links, { site })}`,
  ].join('\n\n');
}

const titleOf = (page: string) => /^# (.+)$/m.exec(page)?.[1] ?? '';

function send(reply: FastifyReply, text: string, language: Language): FastifyReply {
  return reply
    .header('content-type', 'text/markdown; charset=utf-8')
    .header('content-language', language === 'zh' ? 'zh-CN' : 'en')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-language')
    .send(`${text.trimEnd()}\n`);
}
