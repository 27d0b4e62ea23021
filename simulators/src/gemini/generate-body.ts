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

/** The members of a request that the simulator reads; model and stream come from the path. */
export type GenerateBody = {
  model: string;
  stream: boolean;
  contents: { role?: string; parts?: GeminiPart[] }[];
  tools?: { functionDeclarations?: { name: string; parameters?: Record<string, unknown> }[] }[];
  generationConfig?: {
    thinkingConfig?: { thinkingBudget?: number; thinkingLevel?: string };
    responseMimeType?: string;
    responseSchema?: Record<string, unknown>;
  };
  toolConfig?: { functionCallingConfig?: { mode?: string; allowedFunctionNames?: string[] } };
};

/** Returns the latest text of the user, ignoring function responses. */
export function lastUserText({ contents }: GenerateBody): string {
  const texts = contents
    .filter(({ role }) => role !== 'model')
    .map(({ parts = [] }) => parts.map(({ text }) => text ?? '').join(''));
  return texts.findLast((text) => text !== '') ?? '';
}

/** Counts the image parts of all contents. */
export function countImages({ contents }: GenerateBody): number {
  return contents
    .flatMap(({ parts = [] }) => parts)
    .filter(({ inlineData, fileData }) => inlineData ?? fileData).length;
}

/** Converts the request into the dialect-neutral form that decides on tool calls. */
export function toolRequestOf({ contents, tools = [], toolConfig }: GenerateBody): ToolRequest {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const hasFunctionResponse = contents
    .at(-1)
    ?.parts?.some(({ functionResponse }) => functionResponse);
  return {
    messages: [{ role: hasFunctionResponse ? 'tool' : 'user' }],
    ...(declared.length > 0 ? { tools: declared.map(({ name }) => ({ function: { name } })) } : {}),
    tool_choice: choiceOf(toolConfig?.functionCallingConfig),
  };
}

function choiceOf(config: { mode?: string; allowedFunctionNames?: string[] } = {}): unknown {
  const { mode = 'AUTO', allowedFunctionNames: [name] = [] } = config;
  if (mode === 'ANY') return name === undefined ? 'required' : { function: { name } };
  return mode.toLowerCase();
}
