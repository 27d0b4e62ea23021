import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { frameEvent, frameMessage } from '../../test-support/frame-event.ts';
import { BedrockToSse, bedrockPath, renderCloudClaudeBody, vertexClaudePath } from './claude.ts';

/** A frame that AWS's own codec encoded for {"type":"message_stop"}. */
const WORKED =
  '000000870000004b87ea2bf30b3a6576656e742d747970650700056368756e6b0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b226279746573223a2265794a306558426c496a6f696257567a6332466e5a56397a64473977496e303d227dba48ab22';

function convert(bytes: Uint8Array, size: number): string {
  const adapter = new BedrockToSse();
  let text = '';
  for (let at = 0; at < bytes.length; at += size)
    text += decodeText(adapter.push(bytes.slice(at, at + size)));
  return text;
}

describe('a Bedrock stream', () => {
  it("decodes the frame that AWS's own codec writes", () => {
    expect(convert(Buffer.from(WORKED, 'hex'), 1000)).toBe(
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    );
  });

  it('becomes exactly the stream that Anthropic itself sends, wherever it is cut', () => {
    const url = new URL(
      '../../translations/fixtures/anthropic-messages/text/stream.txt',
      import.meta.url,
    );
    const sse = readFileSync(url, 'utf8');
    const frames = Buffer.concat(
      [...sse.matchAll(/^data: (.*)$/gm)].map(([, json]) => frameEvent(json ?? '')),
    );
    for (const size of [1, 7, 100, frames.length]) expect(convert(frames, size)).toBe(sse);
  });

  it('reports exceptions and corruption as errors, once', () => {
    const exception = frameMessage(
      { ':message-type': 'exception', ':exception-type': 'throttlingException' },
      { message: 'Too many requests' },
    );
    expect(convert(exception, 5)).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"Too many requests"}}\n\n',
    );
    const damaged = frameEvent('{"type":"ping"}');
    damaged[damaged.length - 6] = 0;
    expect(convert(Buffer.concat([damaged, damaged]), 9).match(/event: error/g)).toHaveLength(1);
  });

  it('reports a frame whose event is not JSON as an error, but not a frame without an event', () => {
    const event = { ':message-type': 'event', ':event-type': 'chunk' };
    expect(convert(frameEvent('{"type":"content_block_de'), 9)).toContain('event: error');
    expect(convert(frameMessage(event, {}), 9)).toBe('');
  });

  it('neither throws nor buffers garbage, whatever arrives', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(50), (bytes, cut) => {
        const adapter = new BedrockToSse();
        adapter.push(bytes.subarray(0, cut));
        adapter.push(bytes.subarray(cut));
      }),
    );
    const adapter = new BedrockToSse();
    expect(decodeText(adapter.push(new Uint8Array(20).fill(0xff)))).toContain('error');
    expect(adapter.push(new Uint8Array(20))).toHaveLength(0);
  });
});

describe('an Anthropic body for Bedrock or Vertex', () => {
  const body = encodeText('{"model":"m", "stream":true,"max_tokens":5,"messages":[ ]}');

  it('omits the model, which is in the path, and states the version', () => {
    expect(decodeText(renderCloudClaudeBody(body, 'bedrock'))).toBe(
      '{"max_tokens":5,"messages":[ ],"anthropic_version":"bedrock-2023-05-31"}',
    );
    expect(JSON.parse(decodeText(renderCloudClaudeBody(body, 'vertex')))).toEqual({
      stream: true,
      max_tokens: 5,
      messages: [],
      anthropic_version: 'vertex-2023-10-16',
    });
  });

  it('drops members that its host would refuse, and lists the betas for Bedrock', () => {
    const foreign = encodeText(
      '{"service_tier":"auto","a":1,"inference_geo":"us","anthropic_beta":["x"],"anthropic_version":"y"}',
    );
    expect(decodeText(renderCloudClaudeBody(foreign, 'bedrock', 'b-1, b-2'))).toBe(
      '{"a":1,"anthropic_beta":["b-1","b-2"],"anthropic_version":"bedrock-2023-05-31"}',
    );
    expect(decodeText(renderCloudClaudeBody(foreign, 'bedrock'))).toBe(
      '{"a":1,"anthropic_beta":["x"],"anthropic_version":"bedrock-2023-05-31"}',
    );
  });

  it('is sent to the path of its model', () => {
    const id = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
    expect(bedrockPath(id, 'invoke-with-response-stream')).toBe(
      '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke-with-response-stream',
    );
    expect(
      vertexClaudePath({ project: 'p', region: 'global', model: 'claude-opus-5-5' }, false),
    ).toBe(
      '/v1/projects/p/locations/global/publishers/anthropic/models/claude-opus-5-5:rawPredict',
    );
  });
});
