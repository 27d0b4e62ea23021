/**
 * Models that let several agents work on a call, such as xAI's Grok Multi-Agent. Everything that the agents
 * read and write among themselves is billed: a prompt of 40 tokens was billed as 39,263, with 9,997 written
 * (source: a reseller's documentation, July 2026). No limit of the request covers that.
 */
const AGENTS = /multi-?agent/i;

/** Whether a model lets agents work on a call, which read and write more than the request says. */
export function runsAgents(model: string): boolean {
  return AGENTS.test(model);
}
