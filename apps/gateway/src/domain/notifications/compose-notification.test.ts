import { notificationEvents } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { composeNotification } from './compose-notification.ts';

// Names from before they were checked may still be stored.
test.each(notificationEvents)('a name adds no lines to a message: $id', ({ id, placeholders }) => {
  const lines = (value: string) => {
    const params = Object.fromEntries(placeholders.map((name) => [name, value]));
    const { title, body } = composeNotification(id, 'en', { params, templates: [] });
    expect(title + body).not.toMatch(/\p{Bidi_Control}/u);
    return [title, body].map((text) => text.split(/[\r\n\u0085\u2028\u2029]/u).length);
  };
  expect(lines('a\nhttps://evil.example\r\u0085\u2028\u202eb')).toEqual(lines('a'));
});
