import type { ClientDialect } from '../dialects/conversation.ts';
import type { Plan } from '../mocks/mock-servers.ts';
import type { UpstreamKind } from '../mocks/upstreams.ts';
import type { CaseContext } from './case-context.ts';

/** What a run of a case is about. */
export interface CaseSetting {
  client: ClientDialect;
  /** The upstream, or the first of two. */
  first: UpstreamKind;
  /** Where the conversation goes on; the first one again for cases with one upstream. */
  second: UpstreamKind;
  stream: boolean;
}

/** A context with what the mocks answer in it. */
export type OpenContext = (plan?: Plan) => CaseContext;

export interface Case {
  name: string;
  /** What is guaranteed where it passes. */
  title: string;
  /** One upstream, or each ordered pair of them. */
  upstreams: 'one' | 'pair';
  /** Whether it runs with upstreams that nobody controls. */
  runsWithoutMocks?: boolean;
  /** Whether answers come whole, streamed, or both. */
  modes: readonly ('whole' | 'stream')[];
  /** Why a setting has no such case; undefined where it has. */
  omits?(setting: CaseSetting): string | undefined;
  run(open: OpenContext, setting: CaseSetting): Promise<void>;
}
