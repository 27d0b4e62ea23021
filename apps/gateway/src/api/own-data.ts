import { endpoints } from '@tollgate/contract';
import { recordAuditEvent } from '../domain/log/audit-log.ts';
import { exportOwnData } from '../domain/own-data/export-own-data.ts';
import { nowSeconds } from '../platform/clock.ts';
import { confirmedCaller } from './confirmed-caller.ts';
import { implement, Streamed } from './context.ts';

export const ownDataRoutes = [
  implement(endpoints.exportOwnData, async (call) => {
    const { domain, limits, language } = call;
    const { user } = confirmedCaller(call);
    await limits.takeExport(user.id);
    await recordAuditEvent(domain.store.db, user, {
      event: 'data_downloaded',
      actor: user,
      at: nowSeconds(domain.clock),
    });
    return new Streamed(exportOwnData(domain, user, language), {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="tollgate-my-data.ndjson"',
    });
  }),
];
