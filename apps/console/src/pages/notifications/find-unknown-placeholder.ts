import {
  type NotificationEvent,
  notificationEvents,
  SHARED_PLACEHOLDERS,
} from '@tollgate/contract';

/** What the texts of an event may name. */
export function placeholdersOf(event: NotificationEvent): readonly string[] {
  const entry = notificationEvents.find(({ id }) => id === event);
  return [...(entry?.placeholders ?? []), ...SHARED_PLACEHOLDERS];
}

/** The first name in a text that its event does not have; the server refuses it too. */
export function findUnknownPlaceholder(event: NotificationEvent, text: string): string | undefined {
  const known = placeholdersOf(event);
  return [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !known.includes(name));
}
