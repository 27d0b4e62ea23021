import type { CodeSample } from '../../ui/format/code-samples.ts';

/** Data URLs are shortened to this length to keep the code readable. */
const DATA_URL_SHOWN = 48;

/** Returns code samples of a chat completion. `site` is the address without a path. */
export function requestCode(
  body: Readonly<Record<string, unknown>>,
  { site, secret }: { site: string; secret: string },
): CodeSample[] {
  const shown = JSON.parse(JSON.stringify(body, shorten)) as Record<string, unknown>;
  const json = JSON.stringify(shown, null, 2);
  return [
    {
      name: 'curl',
      language: 'bash',
      code: `${curlTo(`${site}/v1/chat/completions`, secret)}
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify({ ...shown, stream: true }, null, 2))}`,
    },
    {
      name: 'Python',
      language: 'python',
      code: `from openai import OpenAI

client = OpenAI(base_url="${site}/v1", api_key="${secret}")
stream = client.chat.completions.create(
${toKeywords(shown)}
    stream=True,
)
for chunk in stream:
    if chunk.choices:
        print(chunk.choices[0].delta.content or "", end="")`,
    },
    {
      name: 'Node',
      language: 'javascript',
      code: `import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${site}/v1", apiKey: "${secret}" });
const stream = await client.chat.completions.create({
${json.slice(2, -2)},
  "stream": true
});
for await (const chunk of stream)
  process.stdout.write(chunk.choices[0]?.delta.content ?? "");`,
    },
  ];
}

/** Returns the start of a curl command, to be continued on further lines. */
export function curlTo(url: string, secret: string): string {
  return `curl ${url} \\
  -H "Authorization: Bearer ${secret}" \\`;
}

/** Quotes a text for a shell in single quotes. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Formats members of an object as keyword arguments of a Python call, one per line. */
export function toKeywords(members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => `    ${name}=${toPython(value, '    ')},`)
    .join('\n');
}

function shorten(_name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('data:')) return value;
  return value.length > DATA_URL_SHOWN ? `${value.slice(0, DATA_URL_SHOWN)}…` : value;
}

/** Formats a JSON value as Python. */
function toPython(value: unknown, indent: string): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const items = Array.isArray(value)
    ? value.map((item) => `${inner}${toPython(item, inner)},`)
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${toPython(item, inner)},`,
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join('\n')}\n${indent}${close}`;
}
