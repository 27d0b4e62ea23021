export interface SampleInput {
  secret: string;
  /** With /v1. */
  baseUrl: string;
  model: string;
}

/** A first call in several languages, ready to paste. */
export function codeSamples({
  secret,
  baseUrl,
  model,
}: SampleInput): { name: string; code: string }[] {
  return [
    {
      name: 'curl',
      code: `curl ${baseUrl}/chat/completions \\
  -H "Authorization: Bearer ${secret}" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"${model}","messages":[{"role":"user","content":"Hello"}]}'`,
    },
    {
      name: 'Python',
      code: `from openai import OpenAI

client = OpenAI(base_url="${baseUrl}", api_key="${secret}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
    },
    {
      name: 'Node',
      code: `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: '${baseUrl}', apiKey: '${secret}' });
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
});
console.log(answer.choices[0].message.content);`,
    },
    { name: 'env', code: `export OPENAI_BASE_URL=${baseUrl}\nexport OPENAI_API_KEY=${secret}` },
  ];
}
