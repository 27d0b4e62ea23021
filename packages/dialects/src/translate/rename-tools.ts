import type { ChatResponse } from '../ir/response.ts';
import type { UpstreamFormat } from '../ir/dialect.ts';
import { fitToolName } from '../ir/fit-name.ts';
import type { Part } from '../ir/parts.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { EmitEvent } from '../ir/stream-event.ts';

/** Tool names that each dialect's servers accept; others are refused with 400. */
const NAMES: Readonly<
  Record<UpstreamFormat, { readonly allowed: RegExp; readonly lengthMax: number }>
> = {
  'openai-chat': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'openai-responses': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'anthropic-messages': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 128 },
  'ai-proxy-library': { allowed: /^/, lengthMax: 1000 },
  'dify-chat': { allowed: /^/, lengthMax: 1000 },
  'dify-completion': { allowed: /^/, lengthMax: 1000 },
  'dify-workflow': { allowed: /^/, lengthMax: 1000 },
  'baidu-chat': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'spark-chat': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'hunyuan-chat': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'cohere-chat': { allowed: /^[A-Za-z0-9_-]+$/, lengthMax: 64 },
  'ollama-chat': { allowed: /^[A-Za-z0-9_.-]+$/, lengthMax: 128 },
  'gemini-generate': { allowed: /^[A-Za-z_][A-Za-z0-9_.:-]*$/, lengthMax: 64 },
};

export interface RenamedRequest {
  readonly request: ChatRequest;
  /** The client's names by those sent to the upstream; empty if all could stay. */
  readonly originals: ReadonlyMap<string, string>;
}

/** Gives tools names that the target accepts (MCP servers have long ones), consistently in a request. */
export function renameTools(request: ChatRequest, to: UpstreamFormat): RenamedRequest {
  const { allowed, lengthMax } = NAMES[to];
  const originals = new Map<string, string>();
  const renamed = new Map<string, string>();
  for (const name of namesIn(request)) {
    const fitted = fitToolName(name, allowed, lengthMax);
    if (fitted === name) continue;
    renamed.set(name, fitted);
    originals.set(fitted, name);
  }
  if (renamed.size === 0) return { request, originals };
  const nameOf = (name: string) => renamed.get(name) ?? name;
  const renamePart = (part: Part): Part => {
    if (part.type === 'tool-call') return { ...part, name: nameOf(part.name) };
    const isNamed = part.type === 'tool-result' && part.name !== undefined;
    return isNamed ? { ...part, name: nameOf(part.name ?? '') } : part;
  };
  const { toolChoice } = request;
  return {
    originals,
    request: {
      ...request,
      tools: request.tools.map((tool) => ({ ...tool, name: nameOf(tool.name) })),
      turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(renamePart) })),
      ...(toolChoice && 'names' in toolChoice
        ? { toolChoice: { ...toolChoice, names: toolChoice.names.map(nameOf) } }
        : {}),
    },
  };
}

/** Tools that are offered, and those that were once called: names in the history are checked, too. */
function namesIn({ tools, turns }: ChatRequest): Iterable<string> {
  const names = new Set(tools.map(({ name }) => name));
  for (const { parts } of turns)
    for (const part of parts) if (part.type === 'tool-call') names.add(part.name);
  return names;
}

/** Restores the client's own names in a response. */
export function restoreResponseNames(
  response: ChatResponse,
  originals: ReadonlyMap<string, string>,
): ChatResponse {
  if (originals.size === 0) return response;
  const parts = response.parts.map((part) =>
    part.type === 'tool-call' ? { ...part, name: originals.get(part.name) ?? part.name } : part,
  );
  return { ...response, parts };
}

/** Restores the client's own names in a stream. */
export function restoreStreamNames(
  emit: EmitEvent,
  originals: ReadonlyMap<string, string>,
): EmitEvent {
  if (originals.size === 0) return emit;
  return (event) => {
    if (event.type !== 'part-start' || event.part.kind !== 'tool-call') return emit(event);
    const name = originals.get(event.part.name) ?? event.part.name;
    return emit({ ...event, part: { ...event.part, name } });
  };
}
