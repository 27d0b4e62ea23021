/** What `tools/mutation-score.json` keeps: the last full run that was written down. */
export interface MutationScore {
  /** The draw: `npm run mutate -- --max <max> --seed <seed>`. */
  seed: number;
  max: number;
  mutants: number;
  killed: number;
}

/** The share of the mutants that a test noticed, in whole percent, rounded down. */
function percentKilled({ mutants, killed }: Pick<MutationScore, 'mutants' | 'killed'>) {
  return mutants === 0 ? 0 : Math.floor((killed * 100) / mutants);
}

/** The sentence of CONTRIBUTING.md about a score. */
export function describeScore(score: MutationScore): string {
  return `${percentKilled(score)} % (${score.killed} of ${score.mutants} mutants, seed ${score.seed})`;
}

/** Why a score may not take the place of an earlier one, or undefined when it may. */
export function refuseScore(score: MutationScore, earlier: MutationScore): string | undefined {
  if (score.mutants < earlier.mutants)
    return `a draw of ${score.mutants} says less than one of ${earlier.mutants}`;
  if (percentKilled(score) < percentKilled(earlier))
    return `${percentKilled(score)} % is less than ${percentKilled(earlier)} %: kill the survivors`;
  return undefined;
}
