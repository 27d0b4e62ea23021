import type { FastifyInstance } from 'fastify';
import { languageOf } from '../domain/error-texts.ts';
import { renderDocsPage } from './docs-page.ts';
import { buildOpenApi, type Json } from './openapi.ts';

/**
 * Serves /api/openapi.json and a page to read it at /docs. Both are made when they are first asked
 * for: most starts would wait for them for nothing.
 */
export function registerDocs(server: FastifyInstance): void {
  let document: Json | undefined;
  let text: string | undefined;
  const pages: { zh?: string; en?: string } = {};
  const read = () => (document ??= buildOpenApi());
  server.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .send((text ??= JSON.stringify(read()))),
  );
  server.get<{ Querystring: { lang?: string } }>('/docs', (request, reply) => {
    const { lang } = request.query;
    const language =
      lang === 'en' || lang === 'zh' ? lang : languageOf(request.headers['accept-language']);
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send((pages[language] ??= renderDocsPage(read(), language)));
  });
}
