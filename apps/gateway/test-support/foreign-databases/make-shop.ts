import { IMPORT_FAMILIES } from '@tollgate/contract';
import { parseArgs } from 'node:util';
import { writeSqliteDatabase } from './write-foreign-database.ts';

/**
 * `node make-shop.ts FAMILY FILE [--users n] [--channels n] [--logs n]`: a shop as one-api, new-api or
 * one-hub would have left it, with everything that can be wrong in one, as a SQLite file.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: 'string', default: '10000' },
    channels: { type: 'string', default: '100' },
    logs: { type: 'string', default: '1000000' },
  },
});
const [name, file] = positionals;
const family = IMPORT_FAMILIES.find((known) => known === name);
if (family === undefined || file === undefined)
  throw new Error(`make-shop.ts ${IMPORT_FAMILIES.join('|')} FILE`);
writeSqliteDatabase(file, family, {
  users: Number(values.users),
  channels: Number(values.channels),
  logs: Number(values.logs),
});
