import { parseJsonText } from '../json/parse-json.ts';
import { parseServiceAccount } from '../signing/signed-tokens.ts';
import type { KeyForm } from './provider-spec.ts';

const PART = '[^|\\s]+';
const REGION = '[a-z]{2}(?:-[a-z]+)+-\\d';
const anyOf = (...forms: string[]) => `^(?:${forms.join('|')})$`;
const parts = (...list: string[]) => list.join('\\s*\\|\\s*');

/** AK|SK is exchanged for a token; the newer keys are sent as they are. */
export const baiduKeys: KeyForm = {
  pattern: anyOf('bce-v3/\\S+', parts(PART, PART)),
  shape: 'bce-v3/… / AK|SK',
};

export const sparkKeys: KeyForm = {
  pattern: anyOf('[^|]+', parts(PART, PART, PART)),
  shape: 'APIPassword / APPID|APISecret|APIKey',
};

/** For WebSocket calls. */
export const sparkSocketKeys: KeyForm = {
  pattern: anyOf(parts(PART, PART, PART)),
  shape: 'APPID|APISecret|APIKey',
};

export const hunyuanKeys: KeyForm = {
  pattern: anyOf('[^|]+', parts(PART, PART, PART)),
  shape: 'sk-… / AppId|SecretId|SecretKey',
};

export const awsKeys: KeyForm = {
  pattern: anyOf(parts(PART, REGION), parts(PART, PART, REGION), parts(PART, PART, REGION, PART)),
  shape: 'AccessKey|SecretKey|region / AccessKey|SecretKey|region|SessionToken / APIKey|region',
};

/** The service account's file is multi-line JSON. */
export const vertexKeys: KeyForm = {
  pattern: anyOf('[\\w.-]+', '\\{[\\s\\S]*\\}'),
  shape: '{"type":"service_account","project_id":…,"client_email":…,"private_key":…} / API key',
  accepts: (key) => !key.startsWith('{') || parseServiceAccount(parseJsonText(key)) !== undefined,
};

/** Returns whether a key has the format that calls of its type require. */
export function fitsKeyForm({ pattern, accepts }: KeyForm, key: string): boolean {
  const text = key.trim();
  return new RegExp(pattern).test(text) && accepts?.(text) !== false;
}
