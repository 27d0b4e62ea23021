import type { CodeSample } from '../../ui/format/code-samples.ts';
import { type MediaInput, type MediaKind, mediaRequest } from './media-call.ts';
import { curlTo, quoteForShell, toKeywords } from './request-code.ts';

interface Sdk {
  /** The function of both SDKs, below the client. */
  call: string;
  /** What is done with the response: the last lines in Python and Node, the last flag of curl. */
  python: string;
  node: string;
  curl?: string;
  pythonImport?: string;
  nodeImport?: string;
}

const SDK: Record<MediaKind, Sdk> = {
  pictures: {
    call: 'images.generate',
    pythonImport: 'import base64',
    python: `with open("image.png", "wb") as file:
    file.write(base64.b64decode(response.data[0].b64_json))`,
    nodeImport: 'import { writeFile } from "node:fs/promises";',
    node: 'await writeFile("image.png", Buffer.from(response.data[0].b64_json, "base64"));',
  },
  speech: {
    call: 'audio.speech.create',
    python: 'response.write_to_file("speech.mp3")',
    nodeImport: 'import { writeFile } from "node:fs/promises";',
    node: 'await writeFile("speech.mp3", Buffer.from(await response.arrayBuffer()));',
    curl: '--output speech.mp3',
  },
  transcription: {
    call: 'audio.transcriptions.create',
    python: 'print(response.text)',
    nodeImport: 'import { createReadStream } from "node:fs";',
    node: 'console.log(response.text);',
  },
};

/** A call for a picture, speech or a transcript as code. `site` is the address without a path. */
export function mediaCode(
  asked: MediaInput,
  { site, secret }: { site: string; secret: string },
): CodeSample[] {
  const sdk = SDK[asked.kind];
  const { path, fields } = mediaRequest(asked);
  const { file, ...plain } = fields;
  const name = file instanceof File ? file.name : undefined;
  const imports = [sdk.pythonImport, 'from openai import OpenAI'].filter(Boolean).join('\n');
  const nodeImports = [sdk.nodeImport, 'import OpenAI from "openai";'].filter(Boolean).join('\n');
  const pythonFile = name === undefined ? '' : `\n    file=open(${JSON.stringify(name)}, "rb"),`;
  const nodeFile =
    name === undefined ? '' : `\n  "file": createReadStream(${JSON.stringify(name)}),`;
  return [
    { name: 'curl', language: 'bash', code: mediaCurl(site + path, secret, fields, sdk.curl) },
    {
      name: 'Python',
      language: 'python',
      code: `${imports}

client = OpenAI(base_url="${site}/v1", api_key="${secret}")
response = client.${sdk.call}(
${toKeywords(plain)}${pythonFile}
)
${sdk.python}`,
    },
    {
      name: 'Node',
      language: 'javascript',
      code: `${nodeImports}

const client = new OpenAI({ baseURL: "${site}/v1", apiKey: "${secret}" });
const response = await client.${sdk.call}({${nodeFile}
${JSON.stringify(plain, null, 2).slice(2, -2)},
});
${sdk.node}`,
    },
  ];
}

function mediaCurl(
  url: string,
  secret: string,
  fields: ReturnType<typeof mediaRequest>['fields'],
  last: string | undefined,
): string {
  const isForm = Object.values(fields).some((value) => value instanceof File);
  const flags = isForm
    ? Object.entries(fields).map(
        ([name, value]) =>
          `-F ${quoteForShell(`${name}=${value instanceof File ? `@${value.name}` : value}`)}`,
      )
    : [
        '-H "Content-Type: application/json"',
        `-d ${quoteForShell(JSON.stringify(fields, null, 2))}`,
      ];
  const lines = [...flags, ...(last === undefined ? [] : [last])];
  return `${curlTo(url, secret)}\n${lines.map((line) => `  ${line}`).join(' \\\n')}`;
}
