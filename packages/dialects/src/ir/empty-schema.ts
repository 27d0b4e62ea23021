/** The JSON schema of a function without parameters. */
export const EMPTY_SCHEMA = { type: 'object', properties: {} };
