import type { ChaosGateway } from './chaos-gateway.ts';
import type { ChaosLoad } from './chaos-load.ts';
import type { ChaosServers } from './chaos-servers.ts';
import type { ChaosUpstream } from './chaos-upstream.ts';
import type { SmallDisk } from './small-disk.ts';

export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** What a scenario does its damage to, while calls run. */
export interface ChaosScene {
  gateways: readonly ChaosGateway[];
  upstream: ChaosUpstream;
  load: ChaosLoad;
  servers: ChaosServers;
  /** The folder of the gateways' files, if the scenario requires it. */
  disk: SmallDisk | undefined;
  /** Marks the end of the fault: from here the recovery time is measured. */
  faultIsOver(): void;
}

/** One way in which something fails. */
export interface Scenario {
  title: string;
  databases: readonly DatabaseName[];
  /** Gateways side by side; 1 without it. */
  nodes?: number;
  usesSmallDisk?: boolean;
  /** Whether calls of callers who can pay may be refused meanwhile. */
  mayRefuse?: boolean;
  /** Whether a gateway is killed, so that calls end without a word. */
  kills?: boolean;
  /** Does the damage and mends it; calls run before, meanwhile and after. */
  play(scene: ChaosScene): Promise<void>;
}
