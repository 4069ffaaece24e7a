import { type Static, Type } from 'typebox';
import { ConnectionFile } from './connection.ts';
import { closed, time } from './fields.ts';
import { runSettings, shownSettings } from './job-settings.ts';
import { nextCursor, PageQuery } from './page.ts';
import { StepOutput } from './recipe.ts';
import { describeDelivery, Failure, Result, ResultFile } from './result.ts';
import { FileEntry, InputUrl } from './upload.ts';

export const runStates = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export const stepStates = ['waiting', 'queued', 'processing', 'completed', 'failed', 'skipped'] as const;

export const NewRun = Type.Object(
  {
    inputArtifactId: Type.Optional(Type.String({ description: 'A retained artifact.' })),
    inputJobId: Type.Optional(
      Type.String({ description: 'A completed job, together with inputOutputIndex.' }),
    ),
    inputOutputIndex: Type.Optional(Type.Integer({ minimum: 0 })),
    inputUrl: Type.Optional(InputUrl),
    input: Type.Optional(ConnectionFile),
    filename: Type.Optional(FileEntry.filename),
    contentType: Type.Optional(FileEntry.contentType),
    ...runSettings,
  },
  { ...closed, 'x-name': 'NewRun' },
);
export type NewRun = Static<typeof NewRun>;

export const RecipeRun = Type.Object(
  {
    id: Type.String(),
    recipeId: Type.String(),
    recipeVersion: Type.Optional(
      Type.Integer({ description: 'The version of the recipe that it started with.' }),
    ),
    status: Type.String({ enum: [...runStates] }),
    inputArtifactId: Type.String(),
    ...shownSettings,
    steps: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          name: Type.String(),
          jobType: Type.String(),
          status: Type.String({ enum: [...stepStates] }),
          progress: Type.Integer(),
          jobId: Type.Optional(
            Type.String({
              description: 'Its job; the first one, if it runs once for each of several files.',
            }),
          ),
          jobCount: Type.Optional(
            Type.Integer({
              description: 'The number of its jobs, if it runs once for each of several files.',
            }),
          ),
          fileCount: Type.Integer({
            description:
              'The number of output files. `GET /jobs/:id/files` with its `jobId` lists those of one job.',
          }),
          outputs: Type.Array(ResultFile, { description: 'The first twenty.' }),
          output: StepOutput,
          ...describeDelivery('twenty'),
          startedAt: Type.Optional(time()),
          completedAt: Type.Optional(time()),
          failure: Type.Optional(Failure),
        },
        closed,
      ),
    ),
    result: Type.Optional({
      ...Result,
      description:
        'The files of all steps of a completed run that no other step uses: of the last step, if it has no branches.',
    }),
    createdAt: time(),
    completedAt: Type.Optional(time()),
  },
  { ...closed, $id: 'RecipeRun' },
);
export type RecipeRun = Static<typeof RecipeRun>;

export const RunList = Type.Object(
  { runs: Type.Array(Type.Ref('RecipeRun#')), nextCursor },
  { ...closed, $id: 'RunList' },
);

export const RunListQuery = Type.Object(
  {
    ...PageQuery.properties,
    recipeId: Type.Optional(Type.String({ maxLength: 64, description: 'Only runs of this recipe.' })),
  },
  closed,
);
export type RunListQuery = Static<typeof RunListQuery>;
