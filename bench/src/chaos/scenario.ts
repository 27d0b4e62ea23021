import type { ChaosGateway } from './chaos-gateway.ts';
import type { ChaosLoad } from './chaos-load.ts';
import type { ChaosServers } from './chaos-servers.ts';
import type { ChaosUpstream } from './chaos-upstream.ts';
import type { SmallDisk } from './small-disk.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** What a scenario can break while calls are running. */
export interface ChaosScene {
  gateways: readonly ChaosGateway[];
  upstream: ChaosUpstream;
  load: ChaosLoad;
  servers: ChaosServers;
  /** The small disk with the gateways' files, if the scenario requires one. */
  disk: SmallDisk | undefined;
  /** Marks the end of the fault: the recovery time is measured from here. */
  faultIsOver(): void;
}

/** A way in which something fails. */
export interface Scenario {
  title: string;
  databases: readonly DatabaseName[];
  /** Number of gateways; 1 if absent. */
  nodes?: number;
  usesSmallDisk?: boolean;
  /** Whether calls of callers who can pay may be refused during the fault. */
  canRefuse?: boolean;
  /** Whether a gateway is killed, so that calls end without an error event. */
  kills?: boolean;
  /** Causes and repairs the fault; calls run before, during and after. */
  play(scene: ChaosScene): Promise<void>;
}
