import type { ServerTool } from '../ir/request.ts';

/**
 * What becomes of a tool that runs at the caller's own provider on an upstream that can't run it.
 * The one table: what is not in it is refused by name, as a response without it would be a worse
 * one that nobody notices.
 *
 * Agents offer these with every request, whatever the model (Codex: web_search, tool_search,
 * image_generation; Gemini CLI: googleSearch; Claude Code: web_search, the search of tools). A
 * refusal would stop them for good, so what is merely offered is dropped with a warning.
 */
const DROPPED_IF_OFFERED: readonly RegExp[] = [
  /^web_search/,
  /^(?:google_?search|googleSearchRetrieval|enterpriseWebSearch)$/i,
  /^tool_search/,
  /^image_generation$/,
];

/** Whether a call is made without a tool that its upstream can't run. */
export function mayDropTool({ type, forced }: ServerTool): boolean {
  return forced !== true && DROPPED_IF_OFFERED.some((pattern) => pattern.test(type));
}
