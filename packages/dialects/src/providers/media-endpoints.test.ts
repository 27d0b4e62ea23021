import { describe, expect, it } from 'vitest';
import type { CallKind } from '../ir/call-kind.ts';
import { findProvider } from './index.ts';

const url = (type: number, kind: CallKind, base?: string, other = '') => {
  const provider = findProvider(type);
  return provider?.endpoints[kind]?.(base ?? provider.defaultBaseUrl, { model: 'm 1', other });
};

describe('URLs of image and audio calls', () => {
  it.each([
    [1, 'images', undefined, 'https://api.openai.com/v1/images/generations'],
    [
      1,
      'transcriptions',
      'https://proxy.example/v1',
      'https://proxy.example/v1/audio/transcriptions',
    ],
    [1, 'realtime', undefined, 'https://api.openai.com/v1/realtime?model=m%201'],
    [8, 'speech', 'https://x.example/v1/chat/completions', 'https://x.example/v1/audio/speech'],
    [8, 'realtime', 'https://x.example/v1?a=b', 'https://x.example/v1/realtime?a=b&model=m%201'],
    [16, 'images', undefined, 'https://open.bigmodel.cn/api/paas/v4/images/generations'],
    [
      24,
      'images',
      undefined,
      'https://generativelanguage.googleapis.com/v1beta/openai/images/generations',
    ],
    [40, 'speech', undefined, 'https://api.siliconflow.cn/v1/audio/speech'],
    [42, 'transcriptions', undefined, 'https://api.mistral.ai/v1/audio/transcriptions'],
    [45, 'images', undefined, 'https://ark.cn-beijing.volces.com/api/v3/images/generations'],
    [46, 'images', undefined, 'https://qianfan.baidubce.com/v2/images/generations'],
    [48, 'images', undefined, 'https://api.x.ai/v1/images/generations'],
    [14, 'images', undefined, undefined],
    [43, 'speech', undefined, undefined],
  ] as const)('type %d: %s at %s', (type, kind, base, expected) => {
    expect(url(type, kind, base)).toBe(expected);
  });

  it('of Azure contain the deployment, or name the model on the newer endpoint', () => {
    const base = 'https://r.openai.azure.com';
    const version = '2025-04-01-preview';
    expect(url(3, 'image-edits', base, version)).toBe(
      `${base}/openai/deployments/m%201/images/edits?api-version=${version}`,
    );
    expect(url(3, 'realtime', base, version)).toBe(
      `${base}/openai/realtime?api-version=${version}&deployment=m%201`,
    );
    expect(url(3, 'realtime', `${base}/openai/v1`)).toBe(`${base}/openai/v1/realtime?model=m%201`);
    expect(url(3, 'images', `${base}/openai/v1`)).toBe(`${base}/openai/v1/images/generations`);
  });
});
