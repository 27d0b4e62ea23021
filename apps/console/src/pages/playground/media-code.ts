import type { CodeSample } from '../../ui/format/code-samples.ts';
import { type MediaInput, type MediaRequest, mediaRequest } from './media-call.ts';
import type { MediaKind } from './media-options.ts';
import { curlTo, quoteForShell, toKeywords } from './request-code.ts';

interface Sdk {
  /** The SDK function, called on the client in both languages. */
  call: string;
  /** Code that handles the response: the last lines in Python and Node, the last flag of curl. */
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

/**
 * Returns code samples of a call for images, speech or a transcript. `site` is the address without a path.
 */
export function mediaCode(
  params: MediaInput,
  { site, secret }: { site: string; secret: string },
): CodeSample[] {
  const request = mediaRequest(params);
  const { path, fields, files } = request;
  const isEdit = path === '/v1/images/edits';
  const sdk = isEdit ? { ...SDK.pictures, call: 'images.edit' } : SDK[params.kind];
  const imports = [sdk.pythonImport, 'from openai import OpenAI'].filter(Boolean).join('\n');
  const readsFile = files.length > 0 && params.kind !== 'transcription';
  const nodeImports = [
    readsFile ? 'import { createReadStream } from "node:fs";' : '',
    sdk.nodeImport,
    'import OpenAI from "openai";',
  ];
  const name = isEdit ? 'image' : 'file';
  const opened = (open: (name: string) => string) =>
    listed(files.map((file) => open(JSON.stringify(file.name))));
  const pythonFile =
    files.length === 0 ? '' : `\n    ${name}=${opened((at) => `open(${at}, "rb")`)},`;
  const nodeFile =
    files.length === 0 ? '' : `\n  "${name}": ${opened((at) => `createReadStream(${at})`)},`;
  return [
    { name: 'curl', language: 'bash', code: mediaCurl(site + path, secret, request, sdk.curl) },
    {
      name: 'Python',
      language: 'python',
      code: `${imports}

client = OpenAI(base_url="${site}/v1", api_key="${secret}")
response = client.${sdk.call}(
${toKeywords(fields)}${pythonFile}
)
${sdk.python}`,
    },
    {
      name: 'Node',
      language: 'javascript',
      code: `${nodeImports.filter(Boolean).join('\n')}

const client = new OpenAI({ baseURL: "${site}/v1", apiKey: "${secret}" });
const response = await client.${sdk.call}({${nodeFile}
${JSON.stringify(fields, null, 2).slice(2, -2)},
});
${sdk.node}`,
    },
  ];
}

/** A single file as is, several as a list. */
const listed = (files: readonly string[]) =>
  files.length === 1 ? files[0] : `[${files.join(', ')}]`;

function mediaCurl(
  url: string,
  secret: string,
  { fields, fileField, files }: MediaRequest,
  last: string | undefined,
): string {
  const flags =
    files.length > 0
      ? [
          ...Object.entries(fields).map(
            ([name, value]) => `-F ${quoteForShell(`${name}=${value}`)}`,
          ),
          ...files.map(({ name }) => `-F ${quoteForShell(`${fileField}=@${name}`)}`),
        ]
      : [
          '-H "Content-Type: application/json"',
          `-d ${quoteForShell(JSON.stringify(fields, null, 2))}`,
        ];
  const lines = [...flags, ...(last === undefined ? [] : [last])];
  return `${curlTo(url, secret)}\n${lines.map((line) => `  ${line}`).join(' \\\n')}`;
}
