import { buildModelMapping } from '@tollgate/dialects';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ChannelContext } from './channel-context.ts';
import type { Family } from './source-family.ts';
import { objectOf, textOf } from './source-values.ts';

/** A channel's model mapping in our terms, and how the source billed by it. */
export interface ImportedMapping {
  modelMapping: string;
  /** Name by which calls of a model are billed there, if it is not its own. */
  billedAs: Readonly<Record<string, string>>;
}

/** Reads a channel's model mapping; what can't be expressed here is left out and reported. */
export function readChannelMapping({
  family,
  row,
  name,
  findings,
}: Pick<ChannelContext, 'family' | 'row' | 'name' | 'findings'>): ImportedMapping {
  const mapping = objectOf(textOf(row, 'model_mapping'));
  // There, an empty name maps nothing; here, it would make the whole mapping invalid.
  const stated = Object.entries(mapping ?? {}).filter(([from, to]) => from !== '' && to !== '');
  // one-hub marks mapped names that are billed as requested with a plus, see `billedNames`.
  const pairs = stated.map(([from, to]): [string, unknown] => [
    from,
    family === 'one-hub' && typeof to === 'string' ? to.replace(/^\+/, '') : to,
  ]);
  const looped = findLoops(pairs);
  for (const from of looped) findings.add('channels', 'channel_mapping_loop', name, from);
  const kept = pairs.filter(([from]) => !looped.has(from));
  const text = kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept));
  const built = buildModelMapping(text);
  if (!mapping || !built.ok) {
    findings.add('channels', 'channel_mapping_invalid', name);
    return { modelMapping: '', billedAs: {} };
  }
  // The others map a name once; here, and in new-api, `a→b, b→c` sends `a` as `c`.
  if (family !== 'new-api')
    for (const pair of kept) {
      const [from = '', to = ''] = pair.map((part) => String(part).trim());
      const end = built.mapping.get(from) ?? to;
      if (end !== to)
        findings.add('channels', 'channel_mapping_chained', name, `${from} → ${to} → ${end}`);
    }
  return { modelMapping: text, billedAs: billedNames(family, row, looped) };
}

/** Returns the billed names: new-api bills the requested name, the others the target of a mapping. */
function billedNames(
  family: Family,
  row: SourceRow,
  looped: ReadonlySet<string>,
): Record<string, string> {
  if (family === 'new-api') return {};
  const pairs = Object.entries(objectOf(textOf(row, 'model_mapping')) ?? {});
  return Object.fromEntries(
    pairs.filter(
      (pair): pair is [string, string] =>
        typeof pair[1] === 'string' &&
        pair[1] !== '' &&
        !looped.has(pair[0]) &&
        !(family === 'one-hub' && pair[1].startsWith('+')),
    ),
  );
}

/** Returns the names that are mapped to each other in a circle, such as two that are swapped. */
function findLoops(pairs: readonly (readonly [string, unknown])[]): Set<string> {
  const steps = new Map(
    pairs.map(([from, to]) => [from.trim(), typeof to === 'string' ? to.trim() : undefined]),
  );
  const followed = new Set<string>();
  const looped = new Set<string>();
  for (const start of steps.keys()) {
    const path = new Set<string>();
    let name: string | undefined = start;
    while (name !== undefined && steps.has(name) && !followed.has(name)) {
      followed.add(name);
      path.add(name);
      name = steps.get(name);
    }
    // The rest of the path leads back to where it ended; a name mapped to itself is no circle.
    const circle = name === undefined || !path.has(name) ? [] : [...path];
    const members = circle.slice(circle.indexOf(name ?? ''));
    if (members.length > 1) for (const member of members) looped.add(member);
  }
  return new Set(pairs.map(([from]) => from).filter((from) => looped.has(from.trim())));
}
