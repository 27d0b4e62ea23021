import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findOption } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Language } from '../../domain/error-texts.ts';
import { fillIn } from '../../platform/fill-in.ts';
import type { CommandInput } from '../command.ts';
import type { FileFault } from './file-fault.ts';

const SECRET_BYTES_MAX = 500_000;

export interface Surroundings {
  env: CommandInput['env'];
  /** The folder that referenced file paths are relative to. */
  folder: string;
  language: Language;
}

export interface Resolved {
  value: unknown;
  /** Paths of values that came from references. */
  secrets: string[][];
  faults: FileFault[];
}

/**
 * Replaces `{env: NAME}` and `{file: PATH}` by what they refer to. Channel keys and secret options must be
 * references.
 */
export function resolveReferences(root: unknown, context: Surroundings): Resolved {
  const collected: Omit<Resolved, 'value'> = { secrets: [], faults: [] };
  return { value: resolveAt(root, [], context, collected), ...collected };
}

function resolveAt(
  value: unknown,
  path: readonly string[],
  context: Surroundings,
  collected: Omit<Resolved, 'value'>,
): unknown {
  const reference = readReference(value);
  const isChecked = path.length >= 2;
  if (reference && isChecked) {
    collected.secrets.push([...path]);
    const read = reference.kind === 'env' ? readVariable : readSecretFile;
    const { text = '', fault } = read(reference.name, context);
    if (fault !== undefined) collected.faults.push({ path, text: fault });
    return text;
  }
  if (isSecretPath(path) && value !== '' && value !== undefined)
    collected.faults.push({ path, text: texts[context.language].configuration.literalSecret });
  if (Array.isArray(value))
    return value.map((item, index) =>
      resolveAt(item, [...path, String(index)], context, collected),
    );
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      resolveAt(inner, [...path, name], context, collected),
    ]),
  );
}

function isSecretPath([kind, name = '', field, ...more]: readonly string[]): boolean {
  if (kind === 'channels') return field === 'key' && more.length === 0;
  return kind === 'options' && field === undefined && findOption(name)?.secret === true;
}

/** Returns the reference that a value of a file is; undefined if it is none. */
export function readReference(value: unknown): { kind: 'env' | 'file'; name: string } | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [[kind, name] = [], ...more] = Object.entries(value);
  if (more.length > 0 || (kind !== 'env' && kind !== 'file') || typeof name !== 'string')
    return undefined;
  return { kind, name };
}

interface Read {
  text?: string;
  fault?: string;
}

function readVariable(name: string, { env, language }: Surroundings): Read {
  const text = env[name];
  return text === undefined || text.trim() === ''
    ? { fault: fillIn(texts[language].configuration.envUnset, { name }) }
    : { text };
}

function readSecretFile(name: string, { folder, language }: Surroundings): Read {
  const path = resolve(folder, name);
  const refuse = (reason: string): Read => ({
    fault: fillIn(texts[language].configuration.secretFile, { name, reason }),
  });
  try {
    const { size } = statSync(path);
    if (size > SECRET_BYTES_MAX) return refuse(`${size} bytes > ${SECRET_BYTES_MAX}`);
    const text = readFileSync(path, 'utf8').trimEnd();
    return text === '' ? refuse('0 bytes') : { text };
  } catch (error) {
    return refuse((error as Error).message);
  }
}
