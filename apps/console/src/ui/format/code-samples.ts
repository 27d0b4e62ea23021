/** Dialects that a first call can be shown in. */
export const SAMPLE_DIALECTS = ['openai', 'anthropic', 'gemini'] as const;
export type SampleDialect = (typeof SAMPLE_DIALECTS)[number];

export type CodeLanguage = 'bash' | 'python' | 'javascript' | 'json' | 'ini' | 'text';

export interface CodeSample {
  /** Label of its tab; a proper name in every language. */
  name: string;
  language: CodeLanguage;
  code: string;
}

export interface SampleInput {
  /** Including `sk-`. */
  secret: string;
  /** The address of the site, without a path. */
  site: string;
  model: string;
}

/** Returns a first call in several languages and clients, ready to paste. */
export function codeSamples(
  input: SampleInput,
  dialect: SampleDialect = 'openai',
): readonly CodeSample[] {
  const { curl, python, node } = CALLS[dialect](input);
  return [
    { name: 'curl', language: 'bash', code: curl },
    { name: 'Python', language: 'python', code: python },
    { name: 'Node', language: 'javascript', code: node },
    { name: 'Claude Code', language: 'bash', code: claudeCode(input) },
    { name: 'Codex', language: 'ini', code: codex(input) },
    { name: '.env', language: 'bash', code: environment(input) },
  ];
}

type Calls = Record<'curl' | 'python' | 'node', string>;

const CALLS: Record<SampleDialect, (input: SampleInput) => Calls> = {
  openai: ({ secret, site, model }) => ({
    curl: curlCall(`${site}/v1/chat/completions`, `Authorization: Bearer ${secret}`, {
      model,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    python: `from openai import OpenAI

client = OpenAI(base_url=${quote(`${site}/v1`)}, api_key=${quote(secret)})
response = client.chat.completions.create(
    model=${quote(model)},
    messages=[{"role": "user", "content": "Hello"}],
)
print(response.choices[0].message.content)`,
    node: `import OpenAI from "openai";

const client = new OpenAI({ baseURL: ${quote(`${site}/v1`)}, apiKey: ${quote(secret)} });
const response = await client.chat.completions.create({
  model: ${quote(model)},
  messages: [{ role: "user", content: "Hello" }],
});
console.log(response.choices[0].message.content);`,
  }),
  anthropic: ({ secret, site, model }) => ({
    curl: curlCall(`${site}/v1/messages`, `x-api-key: ${secret}`, {
      model,
      max_tokens: 1024,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
    python: `import anthropic

client = anthropic.Anthropic(base_url=${quote(site)}, api_key=${quote(secret)})
response = client.messages.create(
    model=${quote(model)},
    max_tokens=1024,
    messages=[{"role": "user", "content": "Hello"}],
)
print(response.content[0].text)`,
    node: `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ baseURL: ${quote(site)}, apiKey: ${quote(secret)} });
const response = await client.messages.create({
  model: ${quote(model)},
  max_tokens: 1024,
  messages: [{ role: "user", content: "Hello" }],
});
console.log(response.content[0].text);`,
  }),
  gemini: ({ secret, site, model }) => ({
    curl: curlCall(`${site}/v1beta/models/${model}:generateContent`, `x-goog-api-key: ${secret}`, {
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    }),
    python: `from google import genai

client = genai.Client(api_key=${quote(secret)}, http_options={"base_url": ${quote(site)}})
response = client.models.generate_content(model=${quote(model)}, contents="Hello")
print(response.text)`,
    node: `import { GoogleGenAI } from "@google/genai";

const client = new GoogleGenAI({ apiKey: ${quote(secret)}, httpOptions: { baseUrl: ${quote(site)} } });
const response = await client.models.generateContent({ model: ${quote(model)}, contents: "Hello" });
console.log(response.text);`,
  }),
};

/** One line per member of the body, so that nothing exceeds the width of a card. */
function curlCall(address: string, header: string, body: Record<string, unknown>): string {
  const members = Object.entries(body).map(([name, value]) => `    "${name}": ${spaced(value)}`);
  const json = `{\n${members.join(',\n')}\n  }`;
  return `curl ${address} \\
  -H "${header}" \\
  -H "Content-Type: application/json" \\
  -d '${json.replaceAll("'", String.raw`'\''`)}'`;
}

/** Formats JSON on one line with spaces. */
function spaced(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' ? text.replaceAll(/":|,(?=")/g, '$& ') : text;
}

/** The settings documented and tested in docs/clients.md. */
function claudeCode({ secret, site, model }: SampleInput): string {
  return `export ANTHROPIC_BASE_URL=${quote(site)}
export ANTHROPIC_AUTH_TOKEN=${quote(secret)}
export ANTHROPIC_MODEL=${quote(model)}
export ANTHROPIC_DEFAULT_HAIKU_MODEL=${quote(model)}
claude`;
}

function codex({ secret, site, model }: SampleInput): string {
  return `# ~/.codex/config.toml
model_provider = "tollgate"
model = ${quote(model)}

[model_providers.tollgate]
name = "Tollgate"
base_url = ${quote(`${site}/v1`)}
env_key = "TOLLGATE_API_KEY"
wire_api = "responses"

# export TOLLGATE_API_KEY=${quote(secret)}`;
}

function environment({ secret, site }: SampleInput): string {
  return `OPENAI_BASE_URL=${quote(`${site}/v1`)}
OPENAI_API_KEY=${quote(secret)}
ANTHROPIC_BASE_URL=${quote(site)}
ANTHROPIC_AUTH_TOKEN=${quote(secret)}
GOOGLE_GEMINI_BASE_URL=${quote(site)}
GEMINI_API_KEY=${quote(secret)}`;
}

/** Quotes a text in double quotes, valid in JSON, Python, JavaScript and TOML alike. */
function quote(text: string): string {
  return JSON.stringify(text);
}
