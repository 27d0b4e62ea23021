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

/** The texts of a language that the manual's tables are made of. */
export function words(language: Language): ManualWords {
  return texts[language];
}

/** Fills in `{{name}}`. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (open, name: string) => values[name] ?? open);
}
