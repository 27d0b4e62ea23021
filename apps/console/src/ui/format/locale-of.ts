/** Returns the locale for dates and numbers of a language: English dates have the day first. */
export const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);
