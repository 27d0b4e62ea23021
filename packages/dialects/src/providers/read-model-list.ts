import { isRecord } from '../json/parse-json.ts';

/**
 * Reads the model names in a provider's list, sorted and deduplicated: OpenAI's format ({data:[{id}]}),
 * Ollama's, Cohere's and Google's ({models:[{name}]}), Cloudflare's ({result:[{name}]}), Bedrock's
 * ({modelSummaries:[{modelId}]}) or a bare list. Undefined for anything else.
 */
export function readModelList(body: unknown): string[] | undefined {
  const list = Array.isArray(body)
    ? body
    : isRecord(body)
      ? (body['data'] ?? body['models'] ?? body['result'] ?? body['modelSummaries'])
      : undefined;
  if (!Array.isArray(list)) return undefined;
  const names = list.map((entry: unknown) => {
    const name = isRecord(entry) ? (entry['id'] ?? entry['name'] ?? entry['modelId']) : entry;
    return typeof name === 'string' ? name.replace(/^models\//, '') : '';
  });
  return [...new Set(names.filter((name) => name !== ''))].toSorted();
}
