/** The locale that dates and numbers of a language are written by: English ones have the day first. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
