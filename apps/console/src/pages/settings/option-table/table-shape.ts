/** A row as typed: a text per column. */
export type Row = Readonly<Record<string, string>>;

export interface TableColumn {
  /** Also the key of its label under `setting.table`. */
  key: string;
  kind: 'text' | 'number' | 'choice';
  /** A number in quota, entered as money. */
  isQuota?: boolean;
  choices?: readonly string[];
  /** The value of the cell in a new row. */
  initial?: string;
  /** An example of a cell's format, if not obvious. */
  example?: string;
}

/** A JSON option that is really a list, and its conversion to and from rows. */
export interface TableShape {
  columns: readonly TableColumn[];
  /** Converts a JSON value to rows; undefined if it has another shape. */
  read: (value: unknown) => Row[] | undefined;
  /** Converts rows to a JSON value. */
  write: (rows: readonly Row[]) => unknown;
  /** The columns that together identify a row: unique and not empty. */
  unique?: readonly string[];
}

const name: TableColumn = { key: 'name', kind: 'text' };

/** {"name": number}. */
const ratios: TableShape = {
  columns: [name, { key: 'ratio', kind: 'number', initial: '1' }],
  unique: ['name'],
  read: (value) =>
    rowsOf(value, ([key, ratio]) =>
      typeof ratio === 'number' ? { name: key, ratio: String(ratio) } : undefined,
    ),
  write: (rows) =>
    objectOf(rows.map((row) => [trimmed(row, 'name'), readNumber(row, 'ratio')] as const)),
};

/** {"name": "text"}. */
const descriptions: TableShape = {
  columns: [name, { key: 'description', kind: 'text' }],
  unique: ['name'],
  read: (value) =>
    rowsOf(value, ([key, text]) =>
      typeof text === 'string' ? { name: key, description: text } : undefined,
    ),
  write: (rows) =>
    objectOf(rows.map((row) => [trimmed(row, 'name'), trimmed(row, 'description')] as const)),
};

/** [{"name": "address"}, …]. */
const links: TableShape = {
  columns: [
    name,
    { key: 'address', kind: 'text', example: 'https://chat.example/?key={key}&url={address}' },
  ],
  read: (value) =>
    Array.isArray(value)
      ? all(
          value.map((entry) => {
            const rows = descriptions.read(entry);
            const [row, ...rest] = rows ?? [];
            return row && rest.length === 0
              ? { name: row.name ?? '', address: row.description ?? '' }
              : undefined;
          }),
        )
      : undefined,
  write: (rows) => rows.map((row) => ({ [trimmed(row, 'name')]: trimmed(row, 'address') })),
};

const LIMITS = ['requests', 'tokens', 'quota', 'concurrent'] as const;

/** The rules of RateLimits. */
const rules: TableShape = {
  columns: [
    { key: 'per', kind: 'choice', choices: ['key', 'user', 'group', 'model'], initial: 'user' },
    { key: 'match', kind: 'text', initial: '*', example: '*' },
    ...LIMITS.map(
      (key) => ({ key, kind: 'number', initial: '0', isQuota: key === 'quota' }) as const,
    ),
  ],
  read: (value) => (Array.isArray(value) ? all(value.map(readRule)) : undefined),
  write: (rows) =>
    rows.map((row) => ({
      per: row['per'],
      match: trimmed(row, 'match')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
      ...objectOf(
        LIMITS.map((key) => [key, readNumber(row, key)] as const).filter(
          ([, limit]) => limit !== 0,
        ),
      ),
    })),
};

function readRule(rule: unknown): Row | undefined {
  if (typeof rule !== 'object' || rule === null) return undefined;
  const { per, match = ['*'], ...limits } = rule as Record<string, unknown>;
  const known = Object.entries(limits).every(
    ([key, limit]) => (LIMITS as readonly string[]).includes(key) && typeof limit === 'number',
  );
  if (!known || typeof per !== 'string' || !Array.isArray(match)) return undefined;
  // A name with a comma could not be told from two names.
  if (!match.every((word) => typeof word === 'string' && !word.includes(','))) return undefined;
  return {
    per,
    match: match.join(', '),
    ...Object.fromEntries(LIMITS.map((key) => [key, String(limits[key] ?? 0)])),
  };
}

/** {"model": {"what": number}}: a row for each pair. */
function nested(what: string): TableShape {
  return {
    columns: [
      { key: 'match', kind: 'text' },
      { key: what, kind: 'text' },
      { key: 'ratio', kind: 'number', initial: '1' },
    ],
    unique: ['match', what],
    read: (value) =>
      pairsOf(value, ([match, key, ratio]) =>
        typeof ratio === 'number' ? { match, [what]: key, ratio: String(ratio) } : undefined,
      ),
    write: (rows) =>
      nest(
        rows.map((row) => [trimmed(row, 'match'), trimmed(row, what), readNumber(row, 'ratio')]),
      ),
  };
}

/**
 * The prices of tools: {"model": {"tool": price per use}}, or {"use": …, "request": …} if a request costs
 * too.
 */
const toolPrices: TableShape = {
  columns: [
    { key: 'match', kind: 'text' },
    { key: 'tool', kind: 'text', example: 'web_search' },
    { key: 'use', kind: 'number', initial: '0' },
    { key: 'request', kind: 'number', initial: '0' },
  ],
  unique: ['match', 'tool'],
  read: (value) =>
    pairsOf(value, ([match, tool, price]) => {
      const {
        use = 0,
        request = 0,
        ...others
      } = typeof price === 'number' ? { use: price } : ((price ?? {}) as Record<string, unknown>);
      const isKnown = typeof use === 'number' && typeof request === 'number';
      return isKnown && Object.keys(others).length === 0
        ? { match, tool, use: String(use), request: String(request) }
        : undefined;
    }),
  write: (rows) =>
    nest(
      rows.map((row) => {
        const [use, request] = [readNumber(row, 'use'), readNumber(row, 'request')];
        const price = request === 0 ? use : use === 0 ? { request } : { use, request };
        return [trimmed(row, 'match'), trimmed(row, 'tool'), price];
      }),
    ),
};

function pairsOf(
  value: unknown,
  toRow: (entry: [string, string, unknown]) => Row | undefined,
): Row[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return all(
    Object.entries(value).flatMap(([match, inner]) => {
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [undefined];
      const entries = Object.entries(inner as Record<string, unknown>);
      // An empty object can't be represented by a row.
      return entries.length === 0
        ? [undefined]
        : entries.map(([key, each]) => toRow([match, key, each]));
    }),
  );
}

function nest(entries: readonly (readonly [string, string, unknown])[]): unknown {
  const outer: Record<string, Record<string, unknown>> = {};
  for (const [match, key, value] of entries) outer[match] = { ...outer[match], [key]: value };
  return outer;
}

const SHAPES: Readonly<Record<string, TableShape>> = {
  GroupRatio: ratios,
  TopupGroupRatio: ratios,
  UserUsableGroups: descriptions,
  Chats: links,
  RateLimits: rules,
  ImageFactors: nested('size'),
  ServiceTierRatios: nested('tier'),
  ToolPrices: toolPrices,
};

/** Returns how an option is edited as a table; undefined if it is not. */
export function tableShapeOf(key: string): TableShape | undefined {
  return Object.hasOwn(SHAPES, key) ? SHAPES[key] : undefined;
}

/** Returns the rows of an option's text; undefined if it can only be edited as JSON. */
export function readRows(shape: TableShape, text: string): Row[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return shape.read(value);
  } catch {
    return undefined;
  }
}

/** Returns an option's text with these rows, without empty ones. */
export function writeRows(shape: TableShape, rows: readonly Row[]): string {
  return JSON.stringify(shape.write(rows.filter((row) => isFilled(shape, row))), null, 2);
}

/** Returns the index of the first invalid row, and why; undefined if there is none. */
export function findInvalidRow(
  shape: TableShape,
  rows: readonly Row[],
): { index: number; problem: 'name' | 'number' } | undefined {
  const { unique, columns } = shape;
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    if (!isFilled(shape, row)) continue;
    if (columns.some(({ key, kind }) => kind === 'number' && !isNumber(row[key] ?? '')))
      return { index, problem: 'number' };
    const names = columns.filter(
      ({ key, kind }) =>
        kind === 'text' && (key === 'name' || key === 'match' || unique?.includes(key)),
    );
    if (names.some(({ key }) => trimmed(row, key) === '')) return { index, problem: 'name' };
    if (unique === undefined) continue;
    const own = JSON.stringify(unique.map((key) => trimmed(row, key)));
    if (seen.has(own)) return { index, problem: 'name' };
    seen.add(own);
  }
  return undefined;
}

/** Whether a cell of a number column holds a number. */
export function isNumber(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text.trim());
}

/** Returns a new row. */
export function newRow({ columns }: TableShape): Row {
  return Object.fromEntries(columns.map(({ key, initial = '' }) => [key, initial]));
}

function isFilled({ columns }: TableShape, row: Row): boolean {
  return columns.some(
    ({ key, kind, initial = '' }) => kind !== 'choice' && trimmed(row, key) !== initial,
  );
}

const trimmed = (row: Row, key: string) => (row[key] ?? '').trim();

const objectOf = (
  entries: readonly (readonly [string, string | number])[],
): Record<string, string | number> => Object.fromEntries(entries);

/** Returns the number of a cell; otherwise the text, which no option accepts. */
function readNumber(row: Row, key: string): number | string {
  const text = trimmed(row, key);
  return isNumber(text) ? Number(text) : text;
}

function rowsOf(
  value: unknown,
  toRow: (entry: [string, unknown]) => Row | undefined,
): Row[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return all(Object.entries(value).map(toRow));
}

function all(rows: readonly (Row | undefined)[]): Row[] | undefined {
  return rows.every((row) => row !== undefined) ? [...rows] : undefined;
}
