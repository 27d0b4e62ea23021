/** The docs for callers. */
export const DOCS_PATH = '/docs';
/** The start page of the console. */
export const CONSOLE_PATH = '/detail';
