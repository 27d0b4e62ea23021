/** Old metric names and their new ones. Both are served until the next minor version. */
export const deprecatedMetrics: Readonly<Record<string, string>> = {
  tollgate_answers_held_bytes: 'tollgate_responses_held_bytes',
  tollgate_answers_waiting: 'tollgate_responses_waiting',
  tollgate_channel_answer_seconds: 'tollgate_channel_first_byte_seconds',
  tollgate_channel_tries_total: 'tollgate_channel_attempts_total',
  tollgate_lending_refused: 'tollgate_ledger_unavailable',
  tollgate_task_questions_total: 'tollgate_task_polls_total',
};

/** Returns metrics in Prometheus' text format, repeating the renamed ones under their old name. */
export function addDeprecatedMetrics(text: string): string {
  const lines = text.split('\n');
  const copies = Object.entries(deprecatedMetrics).flatMap(([old, name]) => {
    const mentions = new RegExp(String.raw`^(# TYPE )?${name}(?=[{ ])`);
    const samples = lines
      .filter((line) => mentions.test(line))
      .map((line) => line.replace(mentions, `$1${old}`));
    return samples.length === 0 ? [] : [`# HELP ${old} Deprecated: use ${name}`, ...samples, ''];
  });
  return copies.length === 0 ? text : `${text.trimEnd()}\n\n${copies.join('\n')}`;
}
