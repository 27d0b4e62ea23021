import type { RelayCall } from '../relay-call.ts';
import { asBuffer } from '../../platform/as-buffer.ts';

/** Members that reference an upstream's state, or create state there that outlives the call. */
const STATE_MEMBERS = [
  'previous_response_id',
  'conversation',
  'background',
  'container',
  'thread',
  'cachedContent',
  'cached_content',
];
const REFERENCES = [
  '"item_reference"',
  '"file_id"',
  '"fileUri"',
  '"file_uri"',
  '"encrypted_content"',
].map((text) => Buffer.from(text));

/**
 * Whether a call must not be sent to two channels, nor to another one than its conversation's: it depends on
 * one upstream's state, generates media, or may be billed for tools in addition to tokens.
 */
export function needsOneChannel({ client, surcharges, stateOwner }: RelayCall): boolean {
  if (client.media !== undefined || surcharges !== undefined) return true;
  if (stateOwner !== undefined || client.request.state !== undefined) return true;
  const { bytes } = client.request;
  const body = asBuffer(bytes);
  return (
    REFERENCES.some((text) => body.includes(text)) ||
    STATE_MEMBERS.some(
      (name) => body.includes(`"${name}"`, 0, 'latin1') && isSet(client.readMember(name)),
    )
  );
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
