import type { RuleMark } from '@tollgate/simulators';

interface ResponseRule {
  source: string;
  mark: RuleMark;
}

const OAS = 'openai/openai-openapi@f85dbe2 openapi.yaml';
const AI_OPENAI = 'npm @ai-sdk/openai 4.0.118 (schemas of responses)';
const CODEX = 'openai/codex codex-rs/codex-api/src/sse/responses.rs';
const CLAUDE_SDK = 'npm @anthropic-ai/sdk 1.11.0 (message events)';
const GEMINI_CLI = 'npm @google/gemini-cli 0.61.0';
const GOOGLE = 'ai.google.dev GenerateContentResponse';
const OURS = 'this suite: what a client can tell from any gateway';

/**
 * What clients expect of responses; a report names each broken rule. Marks: D documented, I seen in an issue,
 * C coded in a widely used client, N inferred.
 */
export const RESPONSE_RULES = {
  'all/json': { source: OURS, mark: 'N' },
  'all/success': { source: OURS, mark: 'N' },
  'all/content-type': { source: OURS, mark: 'N' },
  'all/text-kept': { source: OURS, mark: 'N' },
  'all/thinking-kept': { source: OURS, mark: 'N' },
  'all/calls-kept': { source: OURS, mark: 'N' },
  'all/portable-call-ids': {
    source:
      'the narrowest that a vendor takes back: Anthropic ^[a-zA-Z0-9_-]+$ (PyPI litellm 1.106.2), OpenAI chat 40 characters (BerriAI/litellm#17343)',
    mark: 'I',
  },
  'all/usage-kept': { source: OURS, mark: 'N' },
  'all/input-kept': { source: OURS, mark: 'N' },
  'all/never-sent': { source: '--never-send: marks of the gateway are for itself', mark: 'N' },
  'all/own-reasoning-returned': {
    source: 'vendors recommend it; models that lose their reasoning answer worse',
    mark: 'D',
  },
  'all/no-silent-end': { source: OURS, mark: 'N' },
  'all/delivered-is-prefix': { source: OURS, mark: 'N' },
  'all/failover': { source: OURS, mark: 'N' },
  'all/right-upstream': { source: OURS, mark: 'N' },
  'all/error-status': { source: OURS, mark: 'N' },
  'all/error-language': {
    source: 'Accept-Language: a caller who asks for English is told in English',
    mark: 'N',
  },
  'all/upstream-refusal': { source: 'the rule of the vendor that is named', mark: 'D' },
  'all/charge': { source: 'published price times reported usage, rounded half up', mark: 'N' },

  'chat/object': { source: OAS, mark: 'D' },
  'chat/choices-array': {
    source: `${OAS}; npm @ai-sdk/openai 4.0.118 refuses other chunks`,
    mark: 'C',
  },
  'chat/role-first': { source: OAS, mark: 'D' },
  'chat/call-deltas': { source: `${OAS}; index always, id and name in the first`, mark: 'C' },
  'chat/one-finish': { source: OAS, mark: 'D' },
  'chat/finish-value': { source: OAS, mark: 'D' },
  'chat/usage-last': { source: `${OAS} stream_options.include_usage`, mark: 'D' },
  'chat/usage-numbers': { source: OAS, mark: 'D' },
  'chat/done-last': { source: OAS, mark: 'D' },
  'chat/arguments-json': { source: 'every SDK parses them', mark: 'C' },
  'chat/error-shape': { source: `${OAS} ErrorResponse`, mark: 'D' },

  'responses/event-name': { source: OAS, mark: 'D' },
  'responses/sequence': { source: `${OAS} sequence_number`, mark: 'D' },
  'responses/created-first': { source: `${OAS}; ${AI_OPENAI}`, mark: 'C' },
  'responses/item-order': {
    source: `${OAS}; ${CODEX} builds its history from output_item.done`,
    mark: 'C',
  },
  'responses/item-open': { source: `${OAS}; ${AI_OPENAI}`, mark: 'C' },
  'responses/deltas-add-up': { source: OAS, mark: 'D' },
  'responses/terminal-last': { source: `${CODEX} ends on response.completed only`, mark: 'C' },
  'responses/output-repeated': { source: OAS, mark: 'D' },
  'responses/usage-numbers': { source: CODEX, mark: 'C' },
  'responses/item-members': { source: `${OAS}; ${AI_OPENAI}`, mark: 'D' },
  'responses/nothing-empty': { source: 'an item without content helps no client', mark: 'N' },
  'responses/call-id-length': { source: `${OAS}: call_id has 1 to 64 characters`, mark: 'D' },
  'responses/resource': {
    source: 'openresponses/openresponses ResponseResource.json (3452c012)',
    mark: 'D',
  },
  'responses/error-shape': { source: OAS, mark: 'D' },

  'messages/event-name': { source: CLAUDE_SDK, mark: 'D' },
  'messages/start-first': { source: CLAUDE_SDK, mark: 'D' },
  'messages/one-block-open': {
    source: `${CLAUDE_SDK}; Claude Code: Content block not found (kittors/CliRelay#740, looplj/axonhub#1677)`,
    mark: 'I',
  },
  'messages/delta-type': {
    source: 'Claude Code: Mismatched content block type (musistudio/claude-code-router#1356)',
    mark: 'I',
  },
  'messages/signature-delta': {
    source: `${CLAUDE_SDK}: signature_delta right before the stop`,
    mark: 'D',
  },
  'messages/nothing-empty': {
    source: 'Claude Code prints nothing behind an empty block',
    mark: 'N',
  },
  'messages/usage-numbers': {
    source: 'npm @ai-sdk/anthropic 4.0.105 (schemas of responses)',
    mark: 'C',
  },
  'messages/stop-reason': { source: CLAUDE_SDK, mark: 'D' },
  'messages/stop-last': { source: CLAUDE_SDK, mark: 'D' },
  'messages/input-object': { source: CLAUDE_SDK, mark: 'D' },
  'messages/tool-id-alphabet': { source: 'PyPI litellm 1.106.2: ^[a-zA-Z0-9_-]+$', mark: 'C' },
  'messages/error-shape': { source: `${CLAUDE_SDK}; ErrorResponse`, mark: 'D' },

  'gemini/candidates': { source: GOOGLE, mark: 'D' },
  'gemini/one-datum-a-part': { source: GOOGLE, mark: 'D' },
  'gemini/nothing-empty': {
    source: `${GEMINI_CLI}: blank text is taken for a failed answer`,
    mark: 'C',
  },
  'gemini/finish-last': { source: `${GEMINI_CLI}: NO_FINISH_REASON`, mark: 'C' },
  'gemini/usage-last': { source: GOOGLE, mark: 'D' },
  'gemini/usage-numbers': { source: GOOGLE, mark: 'D' },
  'gemini/error-shape': { source: 'google.rpc.Status', mark: 'D' },
} as const satisfies Record<string, ResponseRule>;

export type ResponseRuleId = keyof typeof RESPONSE_RULES;
