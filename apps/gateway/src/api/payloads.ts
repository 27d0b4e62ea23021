import { endpoints } from '@tollgate/contract';
import { readPayload } from '../domain/payloads/read-payload.ts';
import { replayPayload } from '../domain/payloads/replay-payload.ts';
import { switchPayloadLog } from '../domain/payloads/switch-payload-log.ts';
import { readReason } from '../domain/error-texts.ts';
import { confirmedCaller } from './confirmed-caller.ts';
import { implement } from './context.ts';

export const payloadRoutes = [
  implement(endpoints.readPayload, async (call) => {
    confirmedCaller(call);
    const payload = await readPayload(call.domain, call.params.id);
    // If the gateway rather than an upstream responded, the text is one of our codes.
    const faults = payload.faults.map((fault) => ({
      ...fault,
      said: readReason(fault.said, call.language),
    }));
    return { ...payload, faults };
  }),
  implement(endpoints.replayPayload, async (call) => {
    const { user } = confirmedCaller(call);
    await call.limits.takeReplay(user.id);
    const replay = await replayPayload(call.domain, call.params.id, call.body.channel);
    // If nothing was received, the reason is one of our codes.
    return replay.status > 0 ? replay : { ...replay, text: readReason(replay.text, call.language) };
  }),
  implement(endpoints.setPayloadLog, async (call) => {
    confirmedCaller(call);
    await switchPayloadLog(call.domain, call.params.id, call.body.on);
    return null;
  }),
];
