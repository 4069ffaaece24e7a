import { Filemill } from '@filemill/client';
import { expect, test } from 'vitest';
import {
  findCounterpart,
  findDefaultTarget,
  listChoicesForAll,
  listTargets,
} from '../../web/src/added-files/targets.ts';
import { useService } from '../support/use-service.ts';

const service = useService('api');

test('a file is first offered as another format than its own, by something that needs no further file', async () => {
  const jobTypes = await listJobTypes();
  const formats = [...new Set(jobTypes.flatMap(({ conversions }) => Object.keys(conversions)))];
  const first = new Map(
    formats.map(format => [format, findDefaultTarget(listTargets(format, jobTypes))] as const),
  );
  for (const [format, target] of first) {
    expect(target?.isFormat && target.output, `first offer for ${format}`).not.toBe(format);
    // Nothing else is offered for these.
    if (!['bin', 'url'].includes(format))
      expect(target?.jobType.id, `first offer for ${format}`).not.toBe('file-compare');
  }
  const outputs = ['xlsx', 'xlsm', 'mp4', 'mov', 'srt', 'dng'].map(format => first.get(format)?.output);
  expect(outputs).toEqual(['csv', 'csv', 'mp3', 'mp4', 'vtt', 'jpeg']);
  // It can still be chosen, for example to shorten a video.
  expect(listTargets('mp4', jobTypes).map(({ id }) => id)).toContain('video-convert:mp4');
});

test('files of several kinds are offered what all can become, whichever job type makes it', async () => {
  const jobTypes = await listJobTypes();
  const shared = listChoicesForAll(['docx', 'png', 'pdf'], jobTypes);
  const pdf = shared.find(({ output, isFormat }) => isFormat && output === 'pdf');
  expect(pdf?.id).toBe('document-convert:pdf');
  expect(findCounterpart(pdf!, 'png', jobTypes)?.id).toBe('image-convert:pdf');
  expect(shared.map(({ jobType }) => jobType.id)).not.toContain('file-compare');
  const titles = shared.map(({ title }) => title);
  expect(titles).toEqual([...new Set(titles)]);
});

async function listJobTypes() {
  const { base, key } = await service.client();
  return new Filemill({ baseUrl: base, apiKey: key ?? '' }).jobTypes.list();
}
