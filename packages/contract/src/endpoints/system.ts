import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { attentionItem } from '../entities/attention.ts';
import { reconciliationResult, systemStatus } from '../entities/system.ts';

export const systemEndpoints = {
  getSystemStatus: endpoint({
    method: 'GET',
    path: '/api/system/status',
    access: 'admin',
    scope: 'system:read',
    summary: 'State of the gateway: nodes, journal, ledger, jobs, failing channels',
    summaryZh: '网关状态：节点、流水、账本、定时任务和异常渠道',
    data: systemStatus,
  }),
  listAttention: endpoint({
    method: 'GET',
    path: '/api/system/attention',
    access: 'admin',
    scope: 'system:read',
    summary: 'What needs attention: channels, prices, balances, jobs and the ledger, worst first',
    summaryZh: '待处理事项：渠道、价格、余额、任务和账本，最严重的在前',
    data: z.array(attentionItem),
  }),
  makeSupportBundle: endpoint({
    method: 'POST',
    path: '/api/system/support-bundle',
    access: 'root',
    scope: 'system:write',
    audit: 'system',
    summary:
      'Versions, options, health, metrics and latest errors as a .tar.gz file, without secrets',
    summaryZh: '支持包：版本、选项、健康状态、指标和最近的错误（.tar.gz，不含密钥）',
    streams: 'archive',
    data: z.string(),
  }),
  checkBooks: endpoint({
    method: 'POST',
    path: '/api/system/check',
    access: 'admin',
    scope: 'system:write',
    audit: 'system',
    summary: 'Check the ledger now; nothing is repaired',
    summaryZh: '立即核对账本，不做修复',
    data: reconciliationResult,
  }),
};
