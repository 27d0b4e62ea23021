import { texts } from '@tollgate/i18n';
import { expect, test } from 'vitest';
import { buildOpenApi } from './openapi.ts';

interface Operation {
  operationId: string;
  summary: string;
  'x-summary-zh'?: string;
  tags: readonly string[];
}

const operations = Object.values(
  buildOpenApi().paths as Record<string, Record<string, Operation>>,
).flatMap((methods) => Object.values(methods));
/** Operations of the relay have their own pages in the docs, in both languages. */
const shown = operations.filter(({ tags }) => tags[0] !== 'relay');

test('every call of the management API is described in English and in Chinese', () => {
  const isChinese = (text = '') => /\p{Script=Han}/u.test(text);
  const wrong = shown.filter(
    (operation) => isChinese(operation.summary) || !isChinese(operation['x-summary-zh']),
  );
  expect(wrong.map(({ operationId }) => operationId)).toEqual([]);
});

test('every subject of the management API, and nothing else, has a title in both languages', () => {
  const subjects = new Set(shown.flatMap(({ tags }) => tags));
  for (const { docs } of [texts.en, texts.zh])
    expect(new Set(Object.keys(docs.apiGroups))).toEqual(subjects);
});
