import type { FastifyInstance } from 'fastify';
import { languageOf } from '../domain/error-texts.ts';
import { renderDocsPage } from './docs-page.ts';
import { buildOpenApi } from './openapi.ts';

/** Serves /api/openapi.json and a page to read it at /docs. */
export function registerDocs(server: FastifyInstance): void {
  const document = buildOpenApi();
  const text = JSON.stringify(document);
  const pages = { zh: renderDocsPage(document, 'zh'), en: renderDocsPage(document, 'en') };
  server.get('/api/openapi.json', (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
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
      .send(pages[language]);
  });
}
