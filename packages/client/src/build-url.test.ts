import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';

test('path values are encoded and cannot reach outside their segment', () => {
  expect(buildUrl('/api/channel/{id}/', { id: 7 })).toBe('/api/channel/7/');
  expect(buildUrl('/api/x/{name}', { name: '../y?z#é' })).toBe('/api/x/..%2Fy%3Fz%23%C3%A9');
});

test('the query includes every value that is not empty, including false and 0', () => {
  expect(buildUrl('/a', {}, { keyword: 'a b&c', p: 0, id_sort: false })).toBe(
    '/a?keyword=a+b%26c&p=0&id_sort=false',
  );
});

test('empty, missing and null values are left out of the query', () => {
  expect(buildUrl('/a', {}, { keyword: '', group: undefined, model: null })).toBe('/a');
});
