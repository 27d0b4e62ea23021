import {
  type NotificationEvent,
  notificationEvents,
  SHARED_PLACEHOLDERS,
} from '@tollgate/contract';

/** Returns the placeholders that an event's texts may use. */
export function placeholdersOf(event: NotificationEvent): readonly string[] {
  const entry = notificationEvents.find(({ id }) => id === event);
  return [...(entry?.placeholders ?? []), ...SHARED_PLACEHOLDERS];
}

/** Returns the first placeholder that the event does not have; the server refuses it too. */
export function findUnknownPlaceholder(event: NotificationEvent, text: string): string | undefined {
  const known = placeholdersOf(event);
  return [...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !known.includes(name));
}
