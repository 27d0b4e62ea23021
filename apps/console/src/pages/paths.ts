/** The docs for callers. */
export const DOCS_PATH = '/docs';
/** Where links to the console lead. */
export const CONSOLE_PATH = '/detail';
