import { plainModelName } from '../limits/plain-model-name.ts';
import { recordsOf, textOf } from '../json/loose-values.ts';
import { listElements } from '../json/list-elements.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ByteRange } from '../json/byte-range.ts';
import { insertionEdit } from '../json/splice-members.ts';
import { scanTopLevelMembers } from '../json/top-level-members.ts';
import { encodeText } from '../json/encode-text.ts';
import { ByteFinder } from '../multipart/find-bytes.ts';
import type { ModelRule } from './model-rule.ts';
import type { RuledBody } from './ruled-body.ts';

const checked = '2026-11';
const DEEPSEEK = /^deepseek-(?:v[4-9]|reasoner|flash|pro)/;
const KIMI = /^kimi-(?:k2\.[5-9]|k2-thinking|k[3-9]|for-coding)/;
const isDeepSeek = (model: string) => DEEPSEEK.test(model);
const isKimi = (model: string) => KIMI.test(model);

/** Returns whether a model requires its own thoughts back together with its tool calls. */
export function echoesThoughts(model: string): boolean {
  const name = plainModelName(model);
  return isDeepSeek(name) || isKimi(name);
}

/** Sent if the real thoughts are lost: both vendors accept anything non-empty. */
const PLACEHOLDER = '.';

/** Rules for models that require their own thoughts back together with their tool calls. */
export const THOUGHT_ECHO_RULES: readonly ModelRule[] = [
  {
    name: 'thoughts-with-calls',
    source: 'qwersyk/Newelle#404, QuantumNous/new-api#3121, anomalyco/opencode#10996',
    checked,
    members: ['messages'],
    concerns: echoesThoughts,
    repair(body) {
      if (!mentions(body.bytes, CALLS) || isSwitchedOff(body)) return;
      const range = body.range('messages');
      if (range) for (const message of listElements(body.bytes, range)) echoThoughts(body, message);
    },
  },
  {
    name: 'deepseek-forced-tool',
    source:
      "deepseek-ai/DeepSeek-V3#1376 (text: 'Thinking mode does not support this tool_choice')",
    checked,
    members: ['tool_choice'],
    concerns: isDeepSeek,
    repair(body) {
      if (!isForced(body) || isSwitchedOff(body)) return;
      if (body.record('thinking').type === 'enabled' || body.has('reasoning_effort')) {
        body.set('tool_choice', 'auto');
        body.note('forced_tool');
      } else {
        body.set('thinking', { type: 'disabled' });
        body.note('reasoning');
      }
    },
  },
  {
    name: 'kimi-forced-tool',
    source: 'platform.moonshot.cn/docs (tool_choice beside thinking: auto or none)',
    checked,
    members: ['tool_choice'],
    concerns: isKimi,
    repair(body) {
      if (!isForced(body) || isSwitchedOff(body)) return;
      body.set('tool_choice', 'auto');
      body.note('forced_tool');
    },
  },
  {
    name: 'kimi-sampling',
    source: "NousResearch/hermes-agent#12435 (text: 'invalid temperature: only 1 is allowed')",
    checked,
    members: ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'],
    providers: ['moonshot'],
    concerns: isKimi,
    repair(body) {
      body.drop('temperature', 'temperature', 1);
      body.drop('top_p', 'top_p', 0.95);
      body.drop('presence_penalty', 'presence_penalty', 0);
      body.drop('frequency_penalty', 'frequency_penalty', 0);
    },
  },
];

/** The same for DeepSeek's endpoint in Anthropic's dialect, where thoughts carry its signatures. */
export const THOUGHT_ECHO_MESSAGES_RULES: readonly ModelRule[] = [
  {
    name: 'deepseek-messages-thoughts',
    source: 'decolua/9router#2397, NousResearch/hermes-agent#16149, SuperJJ007/CSSwitch#73',
    checked,
    members: ['messages'],
    concerns: isDeepSeek,
    repair(body) {
      if (!mentions(body.bytes, CALL_BLOCK) || isSwitchedOff(body)) return;
      const range = body.range('messages');
      const hasMissingThoughts =
        range && listElements(body.bytes, range).some((message) => lacksThoughts(body, message));
      if (!hasMissingThoughts) return;
      body.set('thinking', { type: 'disabled' });
      body.note('reasoning');
    },
  },
];

const CALLS = new ByteFinder(encodeText('"tool_calls"'));
const CALL_BLOCK = new ByteFinder(encodeText('"tool_use"'));
const THOUGHT = new ByteFinder(encodeText('"thinking"'));
const HIDDEN_THOUGHT = new ByteFinder(encodeText('"redacted_thinking"'));

/** Returns whether JSON bytes contain a text; inside another string its quotes would be escaped. */
function mentions(bytes: Uint8Array, text: ByteFinder): boolean {
  return text.isIn(bytes);
}

function isSwitchedOff(body: RuledBody): boolean {
  return body.record('thinking').type === 'disabled' || body.get('enable_thinking') === false;
}

function isForced(body: RuledBody): boolean {
  const choice = body.get('tool_choice');
  return choice === 'required' || (typeof choice === 'object' && choice !== null);
}

function lacksThoughts({ bytes }: RuledBody, { start, end }: ByteRange): boolean {
  const turn = bytes.subarray(start, end);
  return mentions(turn, CALL_BLOCK) && !mentions(turn, THOUGHT) && !mentions(turn, HIDDEN_THOUGHT);
}

/**
 * Adds the missing thoughts to a response that called tools: those held in another member, else a
 * placeholder.
 */
function echoThoughts(body: RuledBody, { start, end }: ByteRange): void {
  const turn = body.bytes.subarray(start, end);
  if (!mentions(turn, CALLS)) return;
  const members = scanTopLevelMembers(turn);
  const read = (name: string): unknown => {
    const range = members?.get(name);
    return range && parseJson(turn.subarray(range.start, range.end));
  };
  if (!members?.has('tool_calls') || read('role') !== 'assistant') return;
  if (textOf(read('reasoning_content')) !== '') return;
  const thoughts = textOf(read('reasoning')) || textsOf(read('reasoning_details'));
  if (thoughts === '') body.note('thinking', 'placeholder');
  const text = JSON.stringify(thoughts === '' ? PLACEHOLDER : thoughts);
  const existing = members.get('reasoning_content');
  const edit = existing ? { ...existing, text } : insertionEdit(turn, 'reasoning_content', text);
  body.splice({ start: start + edit.start, end: start + edit.end, text: edit.text });
}

/** Returns the readable text of OpenRouter's reasoning details. */
function textsOf(details: unknown): string {
  return recordsOf(details)
    .map(({ text, summary }) => textOf(text) || textOf(summary))
    .join('');
}
