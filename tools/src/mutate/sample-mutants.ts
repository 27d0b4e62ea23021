import { createHash } from 'node:crypto';
import type { Mutant } from './find-mutants.ts';

/**
 * Draws at most `max` mutants, the same ones for the same code and seed. An edit elsewhere in a file does not
 * change the sample: a mutant is identified by its change and how many times that occurred before.
 */
export function sampleMutants(mutants: readonly Mutant[], max: number, seed: number): Mutant[] {
  const seen = new Map<string, number>();
  const weighted = mutants.map((mutant) => {
    const name = `${mutant.path} ${mutant.change}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const rank = createHash('sha256').update(`${seed} ${name} ${count}`).digest('hex');
    return { mutant, rank };
  });
  return weighted
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, max)
    .map(({ mutant }) => mutant);
}
