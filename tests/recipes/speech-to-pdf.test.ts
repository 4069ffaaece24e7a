import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { job as speechToText } from '../../src/jobs/ai/speech-to-text/job.ts';
import { run as writeDown } from '../../src/jobs/ai/speech-to-text/run.ts';
import { inaugural } from '../../src/jobs/ai/speech-to-text/testing/speak.ts';
import { job as voiceIsolation } from '../../src/jobs/ai/voice-isolation/job.ts';
import { run as isolate } from '../../src/jobs/ai/voice-isolation/run.ts';
import { job as documentConvert } from '../../src/jobs/document/document-convert/job.ts';
import { run as convert } from '../../src/jobs/document/document-convert/run.ts';
import { modelsDir, runJob } from '../support/run-job.ts';

const hasModels = ['whisper-base.en', 'silero-vad'].every(name => existsSync(join(modelsDir, name)));

test.skipIf(!hasModels)(
  'what is said in a noisy video ends up in a PDF, step by step',
  async () => {
    const dir = await mkdtemp(join(tmpdir(), 'filemill-talk-'));
    try {
      const video = join(dir, 'talk.mp4');
      execFileSync('ffmpeg', [
        ...['-v', 'error', '-nostdin', '-i', inaugural, '-f', 'lavfi', '-i', 'anoisesrc=a=0.005:d=11'],
        ...['-f', 'lavfi', '-i', 'testsrc=s=128x96:r=5:d=11'],
        ...['-filter_complex', '[0:a][1:a]amix=inputs=2:duration=shortest:normalize=0[s]'],
        ...['-map', '2:v', '-map', '[s]', '-c:a', 'aac', video],
      ]);
      const given = async (made: Awaited<ReturnType<typeof runJob>>) => {
        const { path, filename } = made.outputs[0]!;
        await copyFile(path, join(dir, filename));
        return join(dir, filename);
      };
      await using voice = await runJob(voiceIsolation, isolate, video, { outputFormat: 'wav' });
      await using text = await runJob(speechToText, writeDown, await given(voice));
      await using pdf = await runJob(documentConvert, convert, await given(text), { outputFormat: 'pdf' });
      const page = execFileSync('pdftotext', [await given(pdf), '-'], { encoding: 'utf8' });
      expect(page.replace(/\s+/g, ' ')).toMatch(
        /my fellow Americans,? ask not what your country can do for you,? ask what you can do for your country/i,
      );
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  },
  600_000,
);
