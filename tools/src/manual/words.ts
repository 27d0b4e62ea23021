import { texts } from '@tollgate/i18n';

export type Language = 'en' | 'zh';
export const LANGUAGES: readonly Language[] = ['en', 'zh'];

type Words = Readonly<Record<string, string>>;

interface ManualWords {
  options: Words;
  optionHints: Words;
  setting: object;
  providers: {
    keys: Words;
    labels: Words;
    fields: Record<string, { label: string; hint: string }>;
  };
  manual: { tables: Words & Record<TableWord, string>; variables: Words };
}

type TableWord =
  | 'option'
  | 'variable'
  | 'meaning'
  | 'default'
  | 'example'
  | 'builtIn'
  | 'range'
  | 'secret'
  | 'type'
  | 'provider'
  | 'key'
  | 'fields'
  | 'address'
  | 'addressOf'
  | 'dialects'
  | 'required';

/** Returns the texts of a language used in the manual's tables. */
export function words(language: Language): ManualWords {
  return texts[language];
}

/** Replaces `{{name}}` placeholders. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (open, name: string) => values[name] ?? open);
}
