import { expect, test } from 'vitest';
import { replaceSection } from './results-sections.ts';

test('a section that is measured again replaces its previous version and leaves the others unchanged', () => {
  const first = replaceSection('', 'soak', '## Soak\n\nold');
  const second = replaceSection(first, 'relay', '## Relay\n\nfast');
  const third = replaceSection(second, 'soak', '## Soak\n\nnew');
  expect(third).toBe(second.replace('old', 'new'));
  expect(third).toContain('## Relay\n\nfast');
});

test('sections have a fixed order, whatever was measured first', () => {
  const file = replaceSection(replaceSection('', 'profile', 'last'), 'relay', 'first');
  expect(file.indexOf('first')).toBeLessThan(file.indexOf('last'));
});
