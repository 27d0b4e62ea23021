import type { ConfiguredChannel } from '@tollgate/contract';
import { isObject } from '../../platform/lenient-json.ts';
import { maskSecrets } from '../audit/mask-secrets.ts';
import { isSecretHeader } from '../channels/own-secrets.ts';

/** Fields besides the key in which a channel's text may contain a password or key. */
const FIELDS = ['base_url', 'setting'] as const;

/** Returns a described channel without the secrets in its address and settings, and the paths of those. */
export function extractSecrets(channel: ConfiguredChannel): {
  value: ConfiguredChannel;
  paths: string[][];
} {
  const paths: string[][] = [];
  const publicParts = FIELDS.flatMap((field) => {
    const value = channel[field];
    return value === undefined ? [] : [[field, withoutSecrets(value, [field], paths)] as const];
  });
  const definedParts = publicParts.filter(([, value]) => value !== undefined);
  const { base_url: _url, setting: _setting, ...rest } = channel;
  return { value: { ...rest, ...(Object.fromEntries(definedParts) as object) }, paths };
}

/** Returns whether a text in a channel's address or settings is or contains a secret. */
export function isChannelSecret(path: readonly string[], value: unknown): boolean {
  if (path[0] === 'key') return true;
  if (typeof value !== 'string' || !FIELDS.some((field) => field === path[0])) return false;
  const name = path.at(-1) ?? '';
  if (path[1] === 'header_override' && isSecretHeader(name)) return true;
  return maskSecrets(value, path.length > 1 ? name : '') !== value;
}

function withoutSecrets(value: unknown, path: readonly string[], secretPaths: string[][]): unknown {
  if (isChannelSecret(path, value)) {
    secretPaths.push([...path]);
    return undefined;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, inner]) => [name, withoutSecrets(inner, [...path, name], secretPaths)] as const,
  );
  return Object.fromEntries(members.filter(([, inner]) => inner !== undefined));
}
