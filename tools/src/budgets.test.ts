import { expect, test } from 'vitest';
import { BUDGETS, type Manifest, weighConsole } from './budgets.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_shared.js'],
    css: ['index.css'],
  },
  '_shared.js': { file: 'shared.js', imports: ['index.html'] },
  'src/pages/a/page.tsx': { file: 'page-a.js', src: 'src/pages/a/page.tsx', css: ['a.css'] },
  'src/pages/login/page.tsx': {
    file: 'page-login.js',
    src: 'src/pages/login/page.tsx',
    imports: ['index.html', '_s.js'],
  },
  '_s.js': { file: 's.js', name: 'shared' },
  '_charts.js': { file: 'charts.js', name: 'charts' },
};
const sizes: Record<string, number> = {
  'index.js': 100,
  'shared.js': 20,
  'page-a.js': 7,
  'page-login.js': 5,
  'charts.js': 50,
  's.js': 30,
  'index.css': 3,
  'a.css': 4,
};
const weigh = () => weighConsole(manifest, (file) => sizes[file] ?? Number.NaN);

test('the entry includes everything it imports, each file once', () => {
  expect(weigh()).toContainEqual({ what: 'entry', bytes: 120, limit: BUDGETS.entry });
});

test('all style sheets count together, including those of pages', () => {
  expect(weigh()).toContainEqual({ what: 'css', bytes: 7, limit: BUDGETS.css });
});

test('a page has the page budget, and charts have their own', () => {
  expect(weigh()).toContainEqual({
    what: 'src/pages/a/page.tsx',
    bytes: 7,
    limit: BUDGETS.page,
  });
  expect(weigh()).toContainEqual({ what: 'charts', bytes: 50, limit: BUDGETS.charts });
});

test('a visitor page counts with the entry and everything it waits for', () => {
  expect(weigh()).toContainEqual({
    what: 'all of src/pages/login/page.tsx',
    bytes: 155,
    limit: BUDGETS.visitor,
  });
});

test('the chunk most pages share has its own budget', () => {
  expect(weigh()).toContainEqual({ what: 'shared', bytes: 30, limit: BUDGETS.shared });
});

test('a build without an entry is an error, not a small build', () => {
  expect(() => weighConsole({}, () => 0)).toThrow('no entry');
});
