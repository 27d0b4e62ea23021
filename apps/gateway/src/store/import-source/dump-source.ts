import SqliteDatabase from 'better-sqlite3';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { columnNames, identifiers, readParentheses } from './dump-columns.ts';
import { refuseIncomplete, refuseOtherEncodings } from './dump-forms.ts';
import { DumpText } from './dump-text.ts';
import { type DumpValue, readCopyLine, readTuple } from './dump-values.ts';
import { type ImportSource, SOURCE_TABLES } from './import-source.ts';
import { openSqliteSource } from './sqlite-source.ts';
import { withFolderInErrors } from '../../platform/folder-fault.ts';
import { makeOwnedFolder, removeAbandonedFolders } from '../../platform/owned-folder.ts';
import { OperatorError } from '../../platform/operator-error.ts';

const PREFIX = 'tollgate-import-';

/**
 * Removes the extracted rows of dumps whose process was killed: they contain secrets, and may be gigabytes.
 */
export function removeAbandonedDumps(): void {
  removeAbandonedFolders(tmpdir(), PREFIX);
}

/** Disk space left free for everything else: this much, or a fraction of a small disk. */
const SPARE_BYTES = 1024 * 1024 * 1024;
const SPARE_PART = 20;
/** Free space is checked after this many bytes of values. */
const LOOK_BYTES = 1024 * 1024;

interface DumpOptions {
  signal?: AbortSignal | undefined;
  /** Whether a folder's disk has only the space left that everything else may need. */
  isFull?: (folder: string) => Promise<boolean>;
}

async function isNearlyFull(folder: string): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return bavail * bsize < Math.min(SPARE_BYTES, (blocks * bsize) / SPARE_PART);
}

/** Rows between two yields to the event loop. */
const ROWS_A_TURN = 2000;

/**
 * Opens a plain dump of mysqldump, pg_dump or SQLite's `.dump`, compressed or not: its rows go into a
 * separate SQLite file, which is removed with the source or, if this process is killed, by the next import.
 * No statement of the dump is executed, and memory holds one row.
 */
export async function openDumpSource(
  path: string,
  { signal, isFull = isNearlyFull }: DumpOptions = {},
): Promise<ImportSource> {
  const { folder, remove } = makeOwnedFolder(tmpdir(), PREFIX);
  const file = join(folder, 'dump.db');
  const dump = new DumpText(path, signal);
  const database = new SqliteDatabase(file);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.exec('BEGIN');
    await withFolderInErrors(tmpdir(), async () => {
      await new DumpLoader(dump, database, () => isFull(folder)).load();
      database.exec('COMMIT');
    });
    database.close();
    return openSqliteSource(file, { label: path, remove });
  } catch (error) {
    database.close();
    remove();
    throw error;
  } finally {
    await dump.close();
  }
}

const HEAD_LENGTH = 65_536;
/** Headers of mysqldump, Navicat, phpMyAdmin and HeidiSQL: MySQL's strings have escapes. */
const OF_MYSQL =
  /MySQL dump|MariaDB dump|\bENGINE\s*=|Source Server Type\s*:\s*(?:MySQL|MariaDB)|phpMyAdmin SQL Dump|HeidiSQL/;
const SPACE = /(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/\s*;?|;)+/y;
const NAME = '(?:[`"]?\\w+[`"]?\\.)?[`"]?(\\w+)[`"]?';
const INSERT = new RegExp(
  `(?:INSERT|REPLACE)\\s+(?:IGNORE\\s+)?INTO\\s+${NAME}\\s*(?:\\(([^)]*)\\)\\s*)?VALUES\\s*`,
  'iy',
);
const COPY = new RegExp(`COPY\\s+${NAME}\\s*\\(([^)]*)\\)\\s+FROM\\s+stdin;\\r?\\n`, 'iy');
const CREATE = new RegExp(
  `CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?${NAME}\\s*(?=\\()`,
  'iy',
);

/** Bodies of MySQL triggers and routines follow, whose semicolons do not end statements. */
const OTHER_DELIMITER = /DELIMITER\s+(?!;\s)\S+/iy;
const DELIMITER_AS_BEFORE = 'DELIMITER ;';
/** Delimits bodies of PostgreSQL functions. */
const DOLLAR_QUOTE = /\$\w{0,60}\$/y;
const DOLLAR_QUOTE_MAX = 64;

const sizeOf = (value: DumpValue) =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 8;

class DumpLoader {
  readonly #dump: DumpText;
  readonly #database: SqliteDatabase.Database;
  readonly #isFull: () => Promise<boolean>;
  readonly #columns = new Map<string, string[]>();
  #rows = 0;
  /** Bytes written since free space was last checked. */
  #unlooked = 0;
  #isMysql = false;

  constructor(dump: DumpText, database: SqliteDatabase.Database, isFull: () => Promise<boolean>) {
    this.#dump = dump;
    this.#database = database;
    this.#isFull = isFull;
  }

  async load(): Promise<void> {
    await this.#dump.ahead(HEAD_LENGTH);
    const head = this.#dump.text.slice(0, HEAD_LENGTH);
    refuseOtherEncodings(head);
    this.#isMysql = OF_MYSQL.test(head);
    while (await this.#statement());
    if (this.#columns.size === 0) throw new OperatorError('source.noDump');
    refuseIncomplete(head, this.#dump.ending);
    if (this.#rows === 0) throw new OperatorError('source.noRows');
  }

  async #statement(): Promise<boolean> {
    await this.#dump.ahead(HEAD_LENGTH);
    this.#match(SPACE);
    if (this.#dump.at >= this.#dump.text.length) return this.#dump.readMore();
    if (this.#match(OTHER_DELIMITER)) await this.#skipTo(DELIMITER_AS_BEFORE);
    else if (this.#dump.text[this.#dump.at] === '\\') await this.#skipTo('\n');
    else await this.#command();
    return true;
  }

  async #command(): Promise<void> {
    const create = this.#match(CREATE);
    if (create) await this.#create(create[1] as string);
    else {
      const copy = this.#match(COPY);
      const insert = copy ? null : this.#match(INSERT);
      if (copy) await this.#copy(copy[1] as string, copy[2] as string);
      else if (insert && SOURCE_TABLES.has(insert[1] as string))
        await this.#insert(insert[1] as string, insert[2]);
      else await this.#skip();
    }
  }

  async #create(table: string): Promise<void> {
    const parenthesized = await this.#dump.read((text, at) => readParentheses(text, at));
    if (!parenthesized) throw new OperatorError('source.cutInTable');
    this.#dump.at = parenthesized.end;
    const columns = columnNames(parenthesized.inside, this.#isMysql);
    if (this.#columns.has(table) && SOURCE_TABLES.has(table))
      throw new OperatorError('source.severalDatabases', { table });
    this.#columns.set(table, columns);
    const list = columns.map((name) =>
      name === 'id' ? '"id" INTEGER PRIMARY KEY' : `"${name.replaceAll('"', '')}"`,
    );
    this.#database.exec(`CREATE TABLE IF NOT EXISTS "${table}" (${list.join()})`);
    await this.#skip();
  }

  async #insert(table: string, list: string | undefined): Promise<void> {
    const write = this.#writer(table, list);
    for (;;) {
      const row = await this.#dump.read((text, at) => readTuple(text, at, this.#isMysql));
      if (!row) throw new OperatorError('source.cutInRow', { table });
      this.#dump.at = row.end;
      await write(row.values);
      await this.#dump.ahead(16);
      if (!this.#match(/\s*,\s*(?=\()/y)) return;
    }
  }

  async #copy(table: string, list: string): Promise<void> {
    const write = SOURCE_TABLES.has(table) ? this.#writer(table, list) : undefined;
    for (;;) {
      const end = await this.#dump.read((text, at) => {
        const lineEnd = text.indexOf('\n', at);
        return lineEnd === -1 ? undefined : lineEnd;
      });
      if (end === undefined) throw new OperatorError('source.cutInRow', { table });
      const line = this.#dump.text.slice(this.#dump.at, end).replace(/\r$/, '');
      this.#dump.at = end + 1;
      if (line === '\\.') return;
      await write?.(readCopyLine(line));
    }
  }

  #writer(table: string, list: string | undefined): (values: DumpValue[]) => Promise<void> {
    const columns = list === undefined ? this.#columns.get(table) : identifiers(list);
    if (!columns || !this.#columns.has(table))
      throw new OperatorError('source.rowsBeforeTable', { table });
    const names = columns.map((name) => `"${name}"`).join();
    const insert = this.#database.prepare(
      `INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${columns.map(() => '?').join()})`,
    );
    return async (values) => {
      if (values.length !== columns.length)
        throw new OperatorError('source.columns', {
          table,
          values: values.length,
          columns: columns.length,
        });
      insert.run(...values);
      this.#rows += 1;
      this.#unlooked += values.reduce<number>((sum, value) => sum + sizeOf(value), 1);
      if (this.#unlooked > LOOK_BYTES) await this.#leaveRoom();
      else if (this.#rows % ROWS_A_TURN === 0) await letOthersRun();
    };
  }

  /** Calls may be charged on this disk: a small compressed file must not fill it. Throws ENOSPC. */
  async #leaveRoom(): Promise<void> {
    this.#unlooked = 0;
    if (await this.#isFull())
      throw Object.assign(new Error('too little room is left'), { code: 'ENOSPC' });
  }

  /** Skips past the next semicolon outside a string. */
  async #skip(): Promise<void> {
    let quote = '';
    let isEscaped = false;
    for (;;) {
      const { text } = this.#dump;
      let at = this.#dump.at;
      for (; at < text.length; at += 1) {
        const char = text[at] as string;
        if (isEscaped) isEscaped = false;
        else if (quote !== '') {
          if (char === quote) quote = '';
          isEscaped = char === '\\' && this.#isMysql && quote === "'";
        } else if (char === ';') {
          this.#dump.at = at + 1;
          return;
        } else if (char === "'" || char === '"' || char === '`') quote = char;
        else if (char === '$' && !this.#isMysql) break;
      }
      this.#dump.at = at;
      if (at < text.length) await this.#skipDollarQuoted();
      else if (!(await this.#dump.readMore())) return;
    }
  }

  async #skipDollarQuoted(): Promise<void> {
    await this.#dump.ahead(DOLLAR_QUOTE_MAX);
    const tag = this.#match(DOLLAR_QUOTE)?.[0];
    if (tag === undefined) this.#dump.at += 1;
    else await this.#skipTo(tag);
  }

  /** Skips past a text. */
  async #skipTo(end: string): Promise<void> {
    const position = await this.#dump.read((text, at) => {
      const index = text.indexOf(end, at);
      return index === -1 ? undefined : index + end.length;
    });
    this.#dump.at = position ?? this.#dump.text.length;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#dump.at;
    const match = pattern.exec(this.#dump.text);
    if (match) this.#dump.at += match[0].length;
    return match;
  }
}
