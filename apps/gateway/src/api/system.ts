import { endpoints } from '@tollgate/contract';
import { listAttention } from '../domain/attention/list-attention.ts';
import { reconcileNow, readSystemStatus } from '../domain/system-status.ts';
import { makeSupportBundle } from '../domain/support/support-bundle.ts';
import { implement, Streamed } from './context.ts';

export const systemRoutes = [
  implement(endpoints.getSystemStatus, ({ domain }) => readSystemStatus(domain)),
  implement(endpoints.checkBooks, ({ domain }) => reconcileNow(domain)),
  implement(endpoints.makeSupportBundle, async ({ domain }) => {
    const { name, content } = await makeSupportBundle(domain);
    return new Streamed(content, {
      'content-type': 'application/gzip',
      'content-disposition': `attachment; filename="${name}"`,
    });
  }),
  implement(endpoints.listAttention, ({ domain, language }) => listAttention(domain, language)),
];
