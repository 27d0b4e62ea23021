import { expect, test } from 'vitest';
import { keepRules } from './used-mantine-styles.ts';

test('only selectors whose classes are all used are kept, also within queries', () => {
  const css =
    '@layer mantine {.m_1 { a: 1; } .m_1:where(.m_2, .m_3) { b: 1; } .m_2, .m_1[data-x] { c: 1; } .m_2 { d: 1; } @media (hover: hover) { .m_2:hover { e: 1; } .m_1:hover { f: 1; } }}';
  expect(keepRules(css, new Set(['m_1']))).toBe(
    '@layer mantine {.m_1 { a: 1; } .m_1[data-x] { c: 1; } @media (hover: hover) { .m_1:hover { f: 1; } }}',
  );
});
