import { isRecord } from '../json/parse-json.ts';

/**
 * Model names in a provider's list, sorted and without duplicates: the OpenAI form ({data:[{id}]}),
 * the Ollama, Cohere and Google forms ({models:[{name}]}), Cloudflare's ({result:[{name}]}), that
 * of Bedrock ({modelSummaries:[{modelId}]}) or a bare list. Undefined when it is no list.
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
