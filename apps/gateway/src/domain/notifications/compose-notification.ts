import {
  notificationEvents,
  type NotificationEvent,
  SHARED_PLACEHOLDERS,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { TemplateRow } from '../../store/notification-targets-repository.ts';
import { type Language, readReason } from '../error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { NoticeParams } from './notify.ts';
import { oneLine } from '../../platform/one-line.ts';

export interface ComposedText {
  title: string;
  body: string;
}

const PLACEHOLDER = /\{\{\s*([\w.]+)\s*\}\}/g;
const VALUE_MAX = 2000;

/** Composes the text of an event in a language: the operator's template, else the built-in one. */
export function composeNotification(
  event: string,
  language: Language,
  {
    params,
    templates,
    repeats = 0,
  }: {
    params: NoticeParams;
    templates: readonly TemplateRow[];
    repeats?: number;
  },
): ComposedText {
  const customTemplate = templates.find((row) => row.event === event && row.language === language);
  const built = builtIn(event, language, params['team'] !== undefined);
  // A text that mentions the team is also used for a personal account, which has none.
  const values = Object.fromEntries(
    Object.entries({ team: '', ...params }).map(([name, value]) => [
      name,
      toValue(value, language),
    ]),
  );
  const repeated =
    repeats > 0 ? `\n${fillIn(texts[language].notifications.repeated, { count: repeats })}` : '';
  return {
    title: oneLine(fillIn(customTemplate?.title || built.title, values)),
    body: fillIn(customTemplate?.body || built.body, values) + repeated,
  };
}

/** Returns the built-in text, which differs for teams if the event can concern one. */
function builtIn(event: string, language: Language, isOfTeam: boolean): ComposedText {
  const { events, teamEvents, testTitle, testBody } = texts[language].notifications;
  if (isOfTeam && Object.hasOwn(teamEvents, event))
    return teamEvents[event as keyof typeof teamEvents];
  return Object.hasOwn(events, event)
    ? events[event as NotificationEvent]
    : { title: testTitle, body: testBody };
}

/**
 * Translates reasons to the reader's language. A value stays on its line: a name from earlier versions may
 * contain line breaks, and would add lines of its own to the message.
 */
function toValue(value: string | number, language: Language): string | number {
  if (typeof value === 'number') return value;
  return oneLine(readReason(value, language)).slice(0, VALUE_MAX);
}

/** Returns the first placeholder in a text that its event does not have; undefined if all are known. */
export function findUnknownPlaceholder(event: NotificationEvent, text: string): string | undefined {
  const entry = notificationEvents.find(({ id }) => id === event);
  const placeholders = new Set<string>([...(entry?.placeholders ?? []), ...SHARED_PLACEHOLDERS]);
  return [...text.matchAll(PLACEHOLDER)]
    .map(([, name = '']) => name)
    .find((name) => !placeholders.has(name));
}
