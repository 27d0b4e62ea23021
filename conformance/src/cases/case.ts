import type { ClientDialect } from '../dialects/conversation.ts';
import type { Plan } from '../mocks/mock-servers.ts';
import type { UpstreamKind } from '../mocks/upstreams.ts';
import type { CaseContext } from './case-context.ts';

/** The parameters of a case's run. */
export interface CaseSetting {
  client: ClientDialect;
  /** The upstream, or the first of two. */
  first: UpstreamKind;
  /** The upstream where the conversation continues; the same as `first` for cases with one upstream. */
  second: UpstreamKind;
  stream: boolean;
}

/** Opens a context with the mocks' planned responses. */
export type OpenContext = (plan?: Plan) => CaseContext;

export interface Case {
  name: string;
  /** The guarantee that the case verifies. */
  title: string;
  /** For each upstream, or for each ordered pair of them. */
  upstreams: 'one' | 'pair';
  /** Whether it can run with upstreams that the suite does not control. */
  runsWithoutMocks?: boolean;
  /** Whether responses are whole, streamed, or both. */
  modes: readonly ('whole' | 'stream')[];
  /** Returns why the case does not apply to a setting; undefined if it applies. */
  omits?(setting: CaseSetting): string | undefined;
  run(open: OpenContext, setting: CaseSetting): Promise<void>;
}
