import { expect, test } from 'vitest';
import { auditWords } from './audit-words.ts';

test('fields are named by the kind of object, options by their label, and names that somebody chose stay', () => {
  const { field, subject, action } = auditWords('en');
  expect(field({ subject: 'account' }, 'user_agent')).toBe('Client');
  expect(field({ subject: 'option' }, 'RetryTimes')).not.toBe('RetryTimes');
  expect(field({ subject: 'price' }, 'ModelRatio.gpt-4o')).toMatch(/ · gpt-4o$/);
  expect(field({ subject: 'x' }, 'of_another_version')).toBe('of_another_version');
  expect(subject({ subject: 'account' })).toBe('Own account');
  expect(action({ action: 'of_another_version' })).toBe('of_another_version');
});
