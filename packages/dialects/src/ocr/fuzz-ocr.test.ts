import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { mutate, mutationPath, strange } from '../testing/garble.ts';
import { openOcr } from './open-ocr.ts';
import { readOcr } from './read-ocr.ts';

const DOCUMENT = { type: 'document_url', document_url: 'https://x.example/a.pdf' };
const bytesOf = (members: object) =>
  encodeText(JSON.stringify({ model: 'mistral-ocr-latest', document: DOCUMENT, ...members }));
const readPages = (pages?: unknown) => readOcr(bytesOf({ pages }));

function open(request = readPages()) {
  const call = { request } as Parameters<typeof openOcr>[0]['call'];
  const options = { call, to: 'openai-chat', upstreamModel: 'm' } as const;
  return openOcr(options as unknown as Parameters<typeof openOcr>[0]);
}

it('requested pages are charged at least as often as they exist, however they are written', () => {
  const page = fc.nat(1200);
  const one = fc.oneof(
    page,
    fc
      .tuple(page, page, fc.constantFrom('-', ' - ', '- '))
      .map(([from, to, sign]) => `${from}${sign}${to}`),
  );
  fc.assert(
    fc.property(fc.oneof(one, fc.array(one, { maxLength: 20 })), (pages) => {
      const distinct = new Set(
        [pages].flat().flatMap((each) => {
          const [from = 0, to = from] = String(each).split('-').map(Number);
          return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
        }),
      );
      expect(readPages(pages).callFactor).toBeGreaterThanOrEqual(
        Math.min(1000, Math.max(1, distinct.size)),
      );
    }),
  );
});

it('an empty list of pages is reserved as the whole document', () => {
  expect(readPages([]).callFactor).toBe(readPages().callFactor);
});

it('invalid pages are refused, and never cost less than one page', () => {
  fc.assert(
    fc.property(strange, (pages) => {
      try {
        expect(readPages(pages).callFactor).toBeGreaterThanOrEqual(1);
      } catch (error) {
        expect(error).toMatchObject({ fault: { param: 'pages' } });
      }
    }),
  );
});

it('a garbled response yields a body or a fault; received pages are charged, whatever count is reported', () => {
  const page = { index: 0, markdown: '# Hi', images: [], dimensions: { dpi: 200 } };
  const response = {
    pages: [page, page],
    model: 'm',
    usage_info: { pages_processed: 2, doc_size_bytes: 5 },
  };
  fc.assert(
    fc.property(mutationPath, strange, (path, put) => {
      const mutated = mutate(response, path, put) as typeof response | null;
      const result = open().readResponse(encodeText(JSON.stringify(mutated) ?? ''));
      if (!result.ok) return result.fault.http > 0;
      const factor = result.usage?.callFactor;
      expect(factor).toSatisfy(Number.isSafeInteger);
      return Number(factor) >= (mutated?.pages.length ?? 0);
    }),
    { numRuns: 1000 },
  );
});

it.each(['bbox_annotation_format', 'document_annotation_format'])(
  'pages annotated by %s cost more, in advance and in the end',
  (name) => {
    const request = readOcr(bytesOf({ pages: [0, 1], [name]: { type: 'json_schema' } }));
    expect(request.callFactor).toBe(3);
    const result = open(request).readResponse(encodeText('{"pages":[{},{}]}'));
    expect(result.ok && result.usage).toMatchObject({ callFactor: 3, promptTokens: 3000 });
    expect(readOcr(bytesOf({ pages: [0, 1], [name]: null })).callFactor).toBe(2);
    for (const model of ['mistral-ocr-2505', 'mistral-ocr-2611', 'own-ocr'])
      expect(readOcr(bytesOf({ model, pages: [0], [name]: {} })).callFactor).toBe(3);
  },
);
