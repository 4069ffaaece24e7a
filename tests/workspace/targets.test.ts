import type { JobType } from '@filemill/client';
import { expect, test } from 'vitest';
import { findPreferred, listTargets } from '../../web/src/added-files/targets.ts';
import { useSharedService } from '../support/use-service.ts';

const service = useSharedService();

test('a file is not offered its own format as if that were another, and actions of a job type have ids of their own', async () => {
  const client = await service.client();
  const { jobTypes } = (await client.send<{ jobTypes: JobType[] }>('GET', '/job-types')).body;
  const subtitles = listTargets('srt', jobTypes);
  expect(subtitles[0]).toMatchObject({ id: 'subtitle-convert:vtt' });
  const same = subtitles.find(({ id }) => id === 'subtitle-convert:srt')!;
  expect(same).toMatchObject({ title: 'Change, keep Subtitles (SRT)', rank: undefined });
  const forms = listTargets('pdf', jobTypes).filter(({ jobType }) => jobType.id === 'pdf-form');
  // Pages as PNG are made by one job type, although another could make them too.
  const pictures = listTargets('pdf', jobTypes).filter(({ output }) => output === 'png');
  expect(pictures.map(({ id, title }) => [id, title])).toContainEqual(['pdf-to-image:png', 'PNG']);
  expect(pictures.map(({ id }) => id)).not.toContain('document-convert:png');
  const favicon = listTargets('png', jobTypes).find(({ id }) => id === 'image-favicon');
  expect(favicon?.note).toContain('favicon.ico, PNG files');
  // The value of the option is an extension of the format.
  const extracts = listTargets('docx', jobTypes).filter(({ jobType }) => jobType.id === 'document-extract');
  expect(extracts.map(({ id, options }) => [id, options.outputFormat])).toContainEqual([
    'document-extract:ndjson',
    'jsonl',
  ]);
  expect(forms.map(({ id, options }) => [id, options.action])).toEqual([
    ['pdf-form:fill', 'fill'],
    ['pdf-form:list', 'list'],
  ]);
  // People get marked pages, not JSON.
  expect(findPreferred(listTargets('pdf', jobTypes), 'pdf-compare')?.options).toEqual({
    outputFormat: 'pdf',
  });
});
