/** The content of `tools/mutation-score.json`: the last saved full run. */
export interface MutationScore {
  /** The sample: `npm run mutate -- --max <max> --seed <seed>`. */
  seed: number;
  max: number;
  mutants: number;
  killed: number;
}

/** The share of mutants that a test detected, in whole percent, rounded down. */
function percentKilled({ mutants, killed }: Pick<MutationScore, 'mutants' | 'killed'>) {
  return mutants === 0 ? 0 : Math.floor((killed * 100) / mutants);
}

/** Returns the sentence about a score in CONTRIBUTING.md. */
export function describeScore(score: MutationScore): string {
  return `${percentKilled(score)} % (${score.killed} of ${score.mutants} mutants, seed ${score.seed})`;
}

/** Returns why a score may not replace an earlier one; undefined if it may. */
export function refuseScore(score: MutationScore, earlier: MutationScore): string | undefined {
  if (score.mutants < earlier.mutants)
    return `a draw of ${score.mutants} says less than one of ${earlier.mutants}`;
  if (percentKilled(score) < percentKilled(earlier))
    return `${percentKilled(score)} % is less than ${percentKilled(earlier)} %: kill the survivors`;
  return undefined;
}
