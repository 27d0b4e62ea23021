import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { attentionItem } from '../entities/attention.ts';
import { booksResult, systemStatus } from '../entities/system.ts';

export const systemEndpoints = {
  getSystemStatus: endpoint({
    method: 'GET',
    path: '/api/system/status',
    access: 'admin',
    summary: 'State of the gateway: nodes, journal, ledger, jobs, failing channels',
    data: systemStatus,
  }),
  listAttention: endpoint({
    method: 'GET',
    path: '/api/system/attention',
    access: 'admin',
    summary: 'What needs attention: channels, prices, balances, jobs and the ledger, worst first',
    data: z.array(attentionItem),
  }),
  makeSupportBundle: endpoint({
    method: 'POST',
    path: '/api/system/support-bundle',
    access: 'root',
    audit: 'system',
    summary:
      'Versions, options, health, metrics and latest errors as a .tar.gz file, without secrets',
    streams: 'archive',
    data: z.string(),
  }),
  checkBooks: endpoint({
    method: 'POST',
    path: '/api/system/check',
    access: 'admin',
    audit: 'system',
    summary: 'Check the ledger now; nothing is repaired',
    data: booksResult,
  }),
};
