/** Orders to make a prompt several times; services take a long dash for two short ones. */
const REPEAT = /(?:--|[\u2012-\u2015\u2212\ufe58\uff0d])\s{0,4}(?:repeat|r)[\s=:]*(\p{Nd}+)/giu;
/** Variants of a prompt in braces are a job each, unless their commas are escaped. */
const VARIANTS = /\{([^{}]*)\}/g;
/** The largest number of videos of a job that has a price. */
const VIDEOS_MAX = 4;

/** The most jobs that a drawing service makes of a submit, where it reads all that it can. */
export function countJobs(body: string): number {
  const { prompt = '', batchSize = 1 } = JSON.parse(body) as Record<string, unknown>;
  const text = String(prompt);
  let jobs = Math.max(1, Math.ceil(Number(batchSize) / VIDEOS_MAX));
  for (const [, count = ''] of text.normalize('NFKC').matchAll(REPEAT))
    jobs *= Math.max(1, Number(count) || 2);
  for (const [, inner = ''] of text.matchAll(VARIANTS)) jobs *= inner.split(/(?<!\\),/).length;
  return jobs;
}
