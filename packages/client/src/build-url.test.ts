import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';

test('values fill the path and can’t reach beyond their place in it', () => {
  expect(buildUrl('/api/channel/{id}/', { id: 7 })).toBe('/api/channel/7/');
  expect(buildUrl('/api/x/{name}', { name: '../y?z#é' })).toBe('/api/x/..%2Fy%3Fz%23%C3%A9');
});

test('the query holds every value that says something, false and 0 too', () => {
  expect(buildUrl('/a', {}, { keyword: 'a b&c', p: 0, id_sort: false })).toBe(
    '/a?keyword=a+b%26c&p=0&id_sort=false',
  );
});

test('empty, missing and null values stay out', () => {
  expect(buildUrl('/a', {}, { keyword: '', group: undefined, model: null })).toBe('/a');
});
