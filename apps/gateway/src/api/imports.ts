import { endpoints } from '@tollgate/contract';
import { Readable } from 'node:stream';
import { noteAudited } from '../domain/audit/audit-scope.ts';
import { readImportRun, startImport, stopImport } from '../domain/import/import-task.ts';
import { keepImportUpload } from '../domain/import/import-upload.ts';
import { mustBeConfirmed } from '../domain/second-factors/confirm-session.ts';
import { AppError } from '../platform/app-error.ts';
import { callerOf, implement } from './context.ts';

export const importRoutes = [
  implement(endpoints.getImport, ({ domain }) => readImportRun(domain)),
  implement(endpoints.uploadImport, async (call) => {
    mustBeConfirmed(call.domain, callerOf(call));
    const content = call.request.body;
    if (!(content instanceof Readable)) throw new AppError('unsupported_media_type');
    const upload = await keepImportUpload(call.domain.config, content);
    noteAudited({ id: upload.id, after: { bytes: upload.bytes } });
    return upload;
  }),
  implement(endpoints.startImport, async (call) => {
    const caller = callerOf(call);
    mustBeConfirmed(call.domain, caller);
    const { id, username } = caller.user;
    const started = await startImport(call.domain, call.body, { id, username });
    const { dry_run, merge, refresh, logs, family, name } = call.body;
    // Addresses contain passwords.
    noteAudited({
      name: started.source,
      after: { dry_run, merge, refresh, logs, family, source: name },
    });
    return started;
  }),
  implement(endpoints.stopImport, async (call) => {
    await stopImport(call.domain);
    return null;
  }),
];
