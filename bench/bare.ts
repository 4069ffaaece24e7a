import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * The upper limit for any service on this machine: a Fastify route with one committed insert, in a separate process.
 */
export interface Bare {
  url: string;
  stop(): Promise<void>;
}

export async function startBare(): Promise<Bare> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'serve'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

async function serve(): Promise<void> {
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { default: Fastify } = await import('fastify');
  const { sql } = await import('kysely');
  const { pino } = await import('pino');
  const { loadConfig } = await import('../src/settings/config.ts');
  const { openData } = await import('../src/open-data.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'filemill-bare-'));
  const data = await openData(loadConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }));
  await sql`create table bare (id bigint generated always as identity primary key, body text not null)`.execute(
    data.db,
  );
  const app = Fastify();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/', async request => {
    const { rows } = await sql`insert into bare (body) values (${request.body}) returning id`.execute(
      data.db,
    );
    return rows[0];
  });
  console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
  process.stdin.on('end', async () => {
    await app.close();
    await data.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  process.stdin.resume();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();
