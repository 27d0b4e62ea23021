import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { createServerFolder, startServer, type TestServer } from './start-server.ts';

const PASSWORD = 'a password';

/** Starts an empty ClickHouse with an HTTP interface on a free port of the loopback address, for one user. */
export async function startClickhouse(binary: string): Promise<TestServer> {
  const folder = createServerFolder('clickhouse');
  const port = await findFreePort();
  const configuration = join(folder, 'config.xml');
  writeFileSync(configuration, configure(folder, port));
  writeFileSync(join(folder, 'users.xml'), USERS);
  return startServer({
    binary,
    args: [`--config-file=${configuration}`],
    folder,
    url: `http://default:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    readyText: 'Ready for connections',
    stopSignal: 'SIGTERM',
  });
}

const configure = (folder: string, port: number) => `<yandex>
  <logger><console>1</console><level>information</level></logger>
  <http_port>${port}</http_port>
  <listen_host>127.0.0.1</listen_host>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <mark_cache_size>67108864</mark_cache_size>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
</yandex>
`;

const USERS = `<yandex>
  <profiles><default/></profiles>
  <users>
    <default>
      <password>${PASSWORD}</password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </default>
  </users>
  <quotas><default/></quotas>
</yandex>
`;
