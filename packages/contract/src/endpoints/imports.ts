import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { IMPORT_FAMILIES, importRun, importUpload } from '../entities/import.ts';
import { nameText } from '../entities/readable-name.ts';

const ADDRESS_MAX = 2000;
/** The tables of default prices are about 60 kB. */
const OPTIONS_MAX = 600_000;

export const importEndpoints = {
  getImport: endpoint({
    method: 'GET',
    path: '/api/import/',
    access: 'root',
    scope: 'system:read',
    summary: 'Progress and report of the latest import from another gateway',
    summaryZh: '最近一次从其他网关导入的进度和报告',
    data: importRun.nullable(),
  }),
  uploadImport: endpoint({
    method: 'POST',
    path: '/api/import/upload',
    access: 'root',
    scope: 'session',
    audit: 'system',
    summary: 'Upload a SQLite file or a dump to import; kept for a day',
    summaryZh: '上传要导入的 SQLite 文件或转储，保留一天',
    receives: 'file',
    data: importUpload,
  }),
  startImport: endpoint({
    method: 'POST',
    path: '/api/import/start',
    access: 'root',
    // Imported users bring their roles and passwords.
    scope: 'session',
    audit: 'system',
    summary:
      'Import the database of one-api, new-api or one-hub, or try it without changing anything',
    summaryZh: '导入 one-api、new-api 或 one-hub 的数据库，或只试运行而不更改数据',
    body: z.object({
      address: z.string().trim().max(ADDRESS_MAX).default(''),
      upload: z.string().max(36).default(''),
      logs_address: z.string().trim().max(ADDRESS_MAX).default(''),
      logs_upload: z.string().max(36).default(''),
      options: z.string().max(OPTIONS_MAX).default(''),
      family: z.enum(IMPORT_FAMILIES).optional(),
      name: nameText().max(40).default(''),
      dry_run: z.boolean().default(true),
      merge: z.boolean().default(false),
      refresh: z.boolean().default(false),
      logs: z.boolean().default(false),
    }),
    data: z.object({ source: z.string() }),
  }),
  stopImport: endpoint({
    method: 'POST',
    path: '/api/import/stop',
    access: 'root',
    scope: 'system:write',
    audit: 'system',
    summary: 'Stop the running import; it can be resumed later',
    summaryZh: '停止正在进行的导入，之后可继续',
    data: z.null(),
  }),
};
