import type { Case, CaseSetting } from '../cases/case.ts';
import type { ClientDialect } from '../dialects/conversation.ts';
import type { UpstreamKind } from '../mocks/upstreams.ts';

/** One run of a case. */
export interface Run {
  case: Case;
  setting: CaseSetting;
  /** Why it is left out, if it is. */
  omitted?: string;
}

export interface RunChoice {
  cases: readonly Case[];
  clients: readonly ClientDialect[];
  upstreams: readonly UpstreamKind[];
  hasMocks: boolean;
}

/** Lists every requested run, including those left out. */
export function listRuns({ cases, clients, upstreams, hasMocks }: RunChoice): Run[] {
  return cases.flatMap((each) =>
    clients.flatMap((client) =>
      upstreams.flatMap((first) =>
        (each.upstreams === 'pair' ? upstreams : [first]).flatMap((second) =>
          each.modes.map((mode): Run => {
            const setting = { client, first, second, stream: mode === 'stream' };
            const omitted =
              hasMocks || each.runsWithoutMocks === true
                ? each.omits?.(setting)
                : 'needs the mocks as upstreams';
            return { case: each, setting, ...(omitted === undefined ? {} : { omitted }) };
          }),
        ),
      ),
    ),
  );
}
