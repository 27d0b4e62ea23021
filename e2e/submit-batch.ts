/** A line of a batch: its id, and the body of its chat call. */
export interface BatchLine {
  id: string;
  body: Record<string, unknown>;
}

/**
 * Uploads chat calls as a file and runs them as a batch. `url` ends with `/v1`, `key` is a complete API key.
 */
export async function submitBatch(
  { url, key }: { url: string; key: string },
  lines: readonly BatchLine[],
): Promise<void> {
  const authorization = `Bearer ${key}`;
  const endpoint = '/v1/chat/completions';
  const content = lines.map(
    ({ id, body }) => `${JSON.stringify({ custom_id: id, method: 'POST', url: endpoint, body })}\n`,
  );
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob(content), 'requests.jsonl');
  const headers = { authorization };
  const upload = await fetch(`${url}/files`, { method: 'POST', headers, body: form });
  const { id } = (await upload.json()) as { id: string };
  await fetch(`${url}/batches`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ input_file_id: id, endpoint, completion_window: '24h' }),
  });
}
