/** Runs tasks, at most `width` at a time, in the given order. Returns the results in that order. */
export async function runPool<Result>(
  tasks: readonly (() => Promise<Result>)[],
  width: number,
): Promise<Result[]> {
  const results = Array.from<Result>({ length: tasks.length });
  const queue = tasks.entries();
  const work = async () => {
    for (const [index, task] of queue) results[index] = await task();
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
