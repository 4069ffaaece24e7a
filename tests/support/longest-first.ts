import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest. Started last, one of them would run alone while the other cores wait. */
const longest = [
  'tests/chaos/chaos',
  'src/jobs/ai/speech-to-text/speech-to-text',
  'src/engines/ffmpeg/engine',
  'src/jobs/ai/voice-isolation/voice-isolation',
  'src/jobs/ai/stem-separation/stem-separation',
  'tests/browser/administration',
  'tests/browser/convert',
  'src/db/embedded/embedded',
  'src/worker/hosts/limits',
  'tests/recipes/speech-to-pdf',
  'tests/cli/verbs',
  'tests/queue/queue',
  'tests/attack/bodies',
  'tests/cli/cli',
  'tests/cli/local',
  'tests/rolling/rolling',
  'tests/packing/package',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = longest.findIndex(path => moduleId.endsWith(`/${path}.test.ts`));
  return at < 0 ? longest.length : at;
};

/** Runs the longest files of each project first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap(name =>
      sorted.filter(({ project }) => project.name === name).sort((one, other) => rank(one) - rank(other)),
    );
  }
}
