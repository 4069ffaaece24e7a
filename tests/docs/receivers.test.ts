import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, test } from 'vitest';

const guide = readFileSync('docs/webhook-receivers.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'filemill-receivers-'));
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, or so').toString('base64')}`;
const languages = {
  js: { file: 'receiver.mjs', start: ['node'] },
  python: { file: 'receiver.py', start: ['python3'] },
  go: { file: 'receiver.go', start: ['go', 'run'] },
  php: { file: 'receiver.php', start: ['php', '-S'] },
  ruby: { file: 'receiver.rb', start: ['ruby'] },
};

const findFreePort = () =>
  new Promise<number>(done => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });

const isInstalled = (program: string): boolean => !spawnSync(program, ['--version']).error;

for (const [language, { file, start }] of Object.entries(languages))
  test.skipIf(!isInstalled(start[0]!))(`the ${language} webhook receiver verifies signatures`, async () => {
    const code = new RegExp(`\`\`\`${language} receiver\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1];
    expect(code).toBeDefined();
    const [program = '', ...before] = start;
    writeFileSync(join(folder, file), code!);
    const port = await findFreePort();
    const args = language === 'php' ? [...before, `127.0.0.1:${port}`, file] : [...before, file];
    const receiver = spawn(program, args, {
      cwd: folder,
      // `go run` starts another process, which a signal to the group reaches too.
      detached: true,
      env: { ...process.env, PORT: String(port), FILEMILL_WEBHOOK_SECRET: secret },
    });
    let output = '';
    for (const stream of [receiver.stdout, receiver.stderr])
      stream.on('data', chunk => {
        output += chunk;
      });
    try {
      const body = JSON.stringify({ type: 'job.completed', data: { id: 'job_1' } });
      const send = async (text: string, at = new Date(), id = 'evt_1') => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': `v1,AAAA ${new Webhook(secret).sign(id, at, id === 'evt_1' ? body : text)}`,
        };
        const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: text, headers });
        return response.status;
      };
      // Go compiles the program first.
      await expect.poll(() => send(`${body} `).catch(error => error.message)).toBe(400);
      expect(await send(body, new Date(Date.now() - 600_000))).toBe(400);
      expect(await send(body)).toBe(204);
      expect(await send(body)).toBe(204);
      await expect.poll(() => output).toContain('job.completed job_1');
      // The event that a person sends first has no data.
      expect(await send('{"type":"webhook.test","data":{}}', new Date(), 'evt_2')).toBe(204);
      await expect.poll(() => output).toContain('webhook.test');
    } finally {
      process.kill(-receiver.pid!);
    }
  });
