import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const cli = fileURLToPath(new URL('../../bin/filemill.mjs', import.meta.url));
let modelsDir: string;

beforeAll(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'filemill-models-'));
});
afterAll(() => rm(modelsDir, { recursive: true, force: true }));

interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

async function filemill(args: string[], env: Record<string, string> = {}): Promise<Said> {
  try {
    const said = await promisify(execFile)(process.execPath, [cli, ...args], {
      env: { ...process.env, MODELS_DIR: modelsDir, ...env },
    });
    return { code: 0, ...said };
  } catch (error) {
    return error as ExecFileException & Said;
  }
}

test('models are pulled, listed, verified and removed', async () => {
  const pulled = await filemill(['models', 'pull', 'silero-vad', 'esrgan-slim']);
  expect(pulled.code).toBe(0);
  expect(pulled.stderr).toContain(`fetching silero-vad, esrgan-slim (5.1 MB) into ${modelsDir}\n`);
  expect(pulled.stderr).toMatch(/silero-vad pulled in \d+ s\n/);
  expect(pulled.stderr).not.toContain('\r');
  expect((await readdir(join(modelsDir, 'esrgan-slim'))).sort()).toEqual(['x2.onnx', 'x3.onnx', 'x4.onnx']);

  const { models } = JSON.parse((await filemill(['models', 'list', '--json'])).stdout);
  const state = (name: string) => models.find((model: { name: string }) => model.name === name);
  expect(state('esrgan-slim')).toMatchObject({
    state: 'installed',
    choice: 'fast',
    bytes: 2_737_101,
    licence: 'MIT',
    commercialUse: true,
    jobTypes: ['image-upscale'],
  });
  expect(state('htdemucs')).toMatchObject({ state: 'missing', default: true, commercialUse: false });

  await writeFile(join(modelsDir, 'esrgan-slim/x3.onnx'), Buffer.alloc(909_839));
  const verified = await filemill(['models', 'verify']);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain('silero-vad is intact\n');
  expect(verified.stdout).toContain('esrgan-slim is NOT intact: x3.onnx is damaged');
  expect((await filemill(['models', 'pull', 'esrgan-slim'])).code).toBe(0);
  expect((await filemill(['models', 'verify', 'esrgan-slim'])).stdout).toBe('esrgan-slim is intact\n');

  expect((await filemill(['models', 'remove', 'esrgan-slim'])).stdout).toBe('Removed esrgan-slim.\n');
  expect(await readdir(modelsDir)).not.toContain('esrgan-slim');
});

test('pulling an unknown model, or one that MODELS=permissive excludes, is refused', async () => {
  const unknown = await filemill(['models', 'pull', 'gpt']);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('There is no model gpt. Models: esrgan-slim, ');
  const left = await filemill(['models', 'pull', 'htdemucs'], { MODELS: 'permissive' });
  expect(left.code).toBe(1);
  expect(left.stderr).toContain('MODELS=permissive excludes htdemucs');
  const { stdout } = await filemill(['models', 'list'], { MODELS: 'permissive' });
  expect(stdout).toMatch(/^htdemucs +left out/m);
});

test('pull reports why the folder cannot be created', async () => {
  await writeFile(join(modelsDir, 'file'), '');
  const { code, stderr } = await filemill(['models', 'pull', 'silero-vad'], {
    MODELS_DIR: join(modelsDir, 'file/models'),
  });
  expect(code).toBe(1);
  expect(stderr).toContain('silero-vad not pulled: ENOTDIR');
});

test('doctor lists the models with their licence restrictions', async () => {
  const { stdout } = await filemill(['doctor']);
  expect(stdout).toMatch(/^silero-vad +installed +default +2\.3 MB +yes +MIT/m);
  expect(stdout).toMatch(/^htdemucs +missing +default +174\.3 MB +NO +weights by Meta/m);
  expect(stdout).toContain('npx filemill models pull esrgan-slim');
  const { models } = JSON.parse((await filemill(['doctor', '--json'])).stdout);
  expect(models).toHaveLength(10);
});
