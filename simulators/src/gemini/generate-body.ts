import type { ErrorBody } from '../answer.ts';
import { type JsonObject, missing, refused } from '../endpoint.ts';
import { proveThought } from '../thought-proof.ts';
import type { ToolRequest } from '../tool-calls.ts';

export type GeminiPart = {
  text?: string;
  thought?: boolean;
  inlineData?: { mimeType: string; data: string };
  fileData?: { fileUri: string };
  functionCall?: { id?: string; name: string; args?: object };
  thoughtSignature?: string;
  functionResponse?: { name: string };
};

/** The members of a request that the simulator looks at; the model and the stream are the path's. */
export type GenerateBody = {
  model: string;
  stream: boolean;
  contents: { role?: string; parts?: GeminiPart[] }[];
  tools?: { functionDeclarations?: { name: string }[] }[];
  toolConfig?: { functionCallingConfig?: { mode?: string; allowedFunctionNames?: string[] } };
};

/** The newest text of the user: results of functions are not one. */
export function lastUserText({ contents }: GenerateBody): string {
  const texts = contents
    .filter(({ role }) => role !== 'model')
    .map(({ parts = [] }) => parts.map(({ text }) => text ?? '').join(''));
  return texts.findLast((text) => text !== '') ?? '';
}

/** The image parts of all contents. */
export function countImages({ contents }: GenerateBody): number {
  return contents
    .flatMap(({ parts = [] }) => parts)
    .filter(({ inlineData, fileData }) => inlineData ?? fileData).length;
}

/** The same request as the one about tools. */
export function toolRequestOf({ contents, tools = [], toolConfig }: GenerateBody): ToolRequest {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const answers = contents.at(-1)?.parts?.some(({ functionResponse }) => functionResponse);
  return {
    messages: [{ role: answers ? 'tool' : 'user' }],
    ...(declared.length > 0 ? { tools: declared.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice: choiceOf(toolConfig?.functionCallingConfig),
  };
}

function choiceOf(config: { mode?: string; allowedFunctionNames?: string[] } = {}): unknown {
  const { mode = 'AUTO', allowedFunctionNames: [name] = [] } = config;
  if (mode === 'ANY') return name === undefined ? 'required' : { function: { name } };
  return mode.toLowerCase();
}

/** What Google would refuse: no contents, unknown roles, empty parts, the model's turn at the end. */
export function findGenerateMistake(body: JsonObject): ErrorBody | undefined {
  const { contents, model = '' } = body as Partial<GenerateBody>;
  const mustSign = /gemini-[3-9]/.test(model);
  if (!Array.isArray(contents) || contents.length === 0) return missing('contents');
  for (const [index, { role, parts }] of contents.entries()) {
    if (role !== undefined && role !== 'user' && role !== 'model')
      return refused(`contents[${index}].role: Please use a valid role: user, model.`);
    if (!parts?.length || parts.some((part) => Object.keys(part).length === 0))
      return refused(`contents[${index}].parts must have data`);
    const calls = countParts(parts, 'functionCall');
    const results = countParts(contents[index + 1]?.parts ?? [], 'functionResponse');
    if (role === 'model' && calls !== results)
      return refused(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    const forged = role === 'model' ? findForgedSignature(parts, index, mustSign) : undefined;
    if (forged) return forged;
  }
  return undefined;
}

const countParts = (parts: readonly GeminiPart[], kind: 'functionCall' | 'functionResponse') =>
  parts.filter((part) => part[kind]).length;

/** The signature under a call; only the first of parallel ones has it. */
export function signCall({ name }: { name: string }): string {
  return proveThought('google', name);
}

/** The signature under the last text of an answer, whatever the text. */
export const TEXT_SIGNATURE: string = proveThought('google', 'text');

/** What Google documents for calls that another model made. */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/** Signatures must come back as they were; from Gemini 3 on the one of the first call must come back. */
function findForgedSignature(
  parts: readonly GeminiPart[],
  index: number,
  mustSign: boolean,
): ErrorBody | undefined {
  const at = parts.findIndex(({ functionCall }) => functionCall);
  const call = parts[at]?.functionCall;
  if (mustSign && call && parts[at]?.thoughtSignature === undefined)
    return refused(
      `Function call \`${call.name}\` in the ${index}. content block is missing a \`thought_signature\`.`,
    );
  const isForged = ({ functionCall, thoughtSignature }: GeminiPart) =>
    thoughtSignature !== undefined &&
    !(functionCall && thoughtSignature === NO_SIGNATURE) &&
    thoughtSignature !== (functionCall ? signCall(functionCall) : TEXT_SIGNATURE);
  return parts.some(isForged) ? refused('Corrupted thought signature.') : undefined;
}
