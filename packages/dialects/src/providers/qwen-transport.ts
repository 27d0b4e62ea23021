import { followDashscopeJob } from '../images/dashscope-jobs.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { splitBase } from './join-url.ts';
import { bearerAuth } from './openai-endpoints.ts';

const BASE = 'https://dashscope.aliyuncs.com';
/** Newer models respond synchronously. */
const MAKES_JOBS = /^(?:wanx|wan2\.[0-5]-)/;

/** Images of older models are jobs that are polled until they are done. */
export function qwenTransport({
  kind,
  key,
  model,
  baseUrl,
}: TransportCall): UpstreamTransport | undefined {
  if (kind !== 'images' || !MAKES_JOBS.test(model)) return undefined;
  const { origin } = splitBase(baseUrl.trim() === '' ? BASE : baseUrl);
  return {
    format: 'dashscope-job-images',
    url: `${origin}/api/v1/services/aigc/text2image/image-synthesis`,
    headers: { ...bearerAuth(key), 'x-dashscope-async': 'enable' },
    job: followDashscopeJob(origin),
  };
}
