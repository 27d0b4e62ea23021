import type { ServerTool } from '../ir/request.ts';

/**
 * Server tools that are dropped, with a warning, if the upstream can't run them and the client merely offers
 * them. All others are refused by name, as a response without them would be silently worse.
 *
 * Agents offer these with every request, whatever the model (Codex: web_search, tool_search,
 * image_generation; Gemini CLI: googleSearch; Claude Code: web_search, tool search). A refusal would block
 * them permanently.
 */
const DROPPED_IF_OFFERED: readonly RegExp[] = [
  /^web_search/,
  /^(?:google_?search|googleSearchRetrieval|enterpriseWebSearch)$/i,
  /^tool_search/,
  /^image_generation$/,
];

/** Returns whether a call may be made without a tool that its upstream can't run. */
export function mayDropTool({ type, forced }: ServerTool): boolean {
  return forced !== true && DROPPED_IF_OFFERED.some((pattern) => pattern.test(type));
}
