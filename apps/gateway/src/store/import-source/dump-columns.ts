/** Returns the text up to the matching closing parenthesis; undefined if the text ends first. */
export function readParentheses(
  text: string,
  at: number,
): { inside: string; end: number } | undefined {
  let depth = 0;
  let quote = '';
  for (let position = at; position < text.length; position += 1) {
    const char = text[position] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"' || char === '`') quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')' && (depth -= 1) === 0)
      return { inside: text.slice(at + 1, position), end: position + 1 };
  }
  return undefined;
}

/**
 * An index or a constraint. Outside MySQL, `key text` is a column: pg_dump and SQLite do not quote such
 * names.
 */
const NO_COLUMN =
  /^(?:primary\s+key\b|(?:unique\s+|fulltext\s+|spatial\s+)?(?:key|index)\s+`|unique\s*\(|constraint\s|foreign\s+key\b|check\s*\()/i;
/** MySQL always quotes columns with these names, whatever its settings. */
const NO_COLUMN_OF_MYSQL =
  /^(?:primary|unique|fulltext|spatial|key|index|constraint|foreign|check)\b/i;

/** Extracts the column names from the body of a CREATE TABLE. */
export function columnNames(inside: string, isMysql: boolean): string[] {
  const other = isMysql ? NO_COLUMN_OF_MYSQL : NO_COLUMN;
  return splitTopLevel(inside)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !other.test(part))
    .map((part) => /^[`"]?([^`"\s]+)[`"]?/.exec(part)?.[1] ?? '')
    .filter((name) => name !== '');
}

function splitTopLevel(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"' || char === '`') quote = char;
    else if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** Extracts the names from a column list. */
export const identifiers = (list: string): string[] =>
  list.split(',').map((name) => name.trim().replaceAll(/[`"]/g, ''));
