/** Matches parameters that repeat a prompt; services accept a long dash for two hyphens. */
const REPEAT = /(?:--|[\u2012-\u2015\u2212\ufe58\uff0d])\s{0,4}(?:repeat|r)[\s=:]*(\p{Nd}+)/giu;
/** Variants of a prompt in braces are one job each, unless their commas are escaped. */
const VARIANTS = /\{([^{}]*)\}/g;
/** The largest number of videos per job that has a price. */
const VIDEOS_MAX = 4;

/**
 * Counts the most jobs that a drawing service could make of a submission, reading it as generously as
 * possible.
 */
export function countJobs(body: string): number {
  const { prompt = '', batchSize = 1 } = JSON.parse(body) as Record<string, unknown>;
  const text = String(prompt);
  let jobs = Math.max(1, Math.ceil(Number(batchSize) / VIDEOS_MAX));
  for (const [, count = ''] of text.normalize('NFKC').matchAll(REPEAT))
    jobs *= Math.max(1, Number(count) || 2);
  for (const [, inner = ''] of text.matchAll(VARIANTS)) jobs *= inner.split(/(?<!\\),/).length;
  return jobs;
}
