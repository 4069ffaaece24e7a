import { type Static, Type } from 'typebox';
import { failureReasons } from '../states.ts';
import { ResultFile } from './job.ts';

const closed = { additionalProperties: false } as const;
const time = () => Type.String({ format: 'date-time' });

export const maxSteps = 8;

/** Shown in lists and told in events. */
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  description: 'One line: no control characters.',
});

export const RecipeStep = Type.Object(
  {
    name: Name,
    jobType: Type.String({ minLength: 1, maxLength: 64 }),
    config: Type.Record(Type.String(), Type.Unknown(), {
      description:
        '`{ "tab": …, "processingMode": "server", [tab]: options }`: the options stand under the name of the tab.',
    }),
  },
  closed,
);
export type RecipeStep = Static<typeof RecipeStep>;

export const NewRecipe = Type.Object(
  {
    name: Name,
    description: Type.String({ maxLength: 2000, default: '' }),
    steps: Type.Array(RecipeStep, {
      minItems: 1,
      maxItems: maxSteps,
      description: `In order, at most ${maxSteps}.`,
    }),
  },
  closed,
);
export type NewRecipe = Static<typeof NewRecipe>;

export const Recipe = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    steps: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          name: Type.String(),
          jobType: Type.String(),
          config: Type.Record(Type.String(), Type.Unknown()),
        },
        closed,
      ),
    ),
    accepts: Type.Array(Type.String(), { description: 'The formats a run may begin with.' }),
    createdAt: time(),
    updatedAt: time(),
  },
  { ...closed, $id: 'Recipe' },
);
export type Recipe = Static<typeof Recipe>;

export const RecipeList = Type.Object(
  { recipes: Type.Array(Type.Ref('Recipe#')), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { ...closed, $id: 'RecipeList' },
);

export const runStates = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export const stepStates = ['waiting', 'queued', 'processing', 'completed', 'failed', 'skipped'] as const;

export const NewRun = Type.Object(
  {
    inputArtifactId: Type.Optional(Type.String({ description: 'A retained artifact.' })),
    inputJobId: Type.Optional(
      Type.String({ description: 'A completed job, together with inputOutputIndex.' }),
    ),
    inputOutputIndex: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  closed,
);
export type NewRun = Static<typeof NewRun>;

export const RecipeRun = Type.Object(
  {
    id: Type.String(),
    recipeId: Type.String(),
    status: Type.String({ enum: [...runStates] }),
    inputArtifactId: Type.String(),
    steps: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          name: Type.String(),
          jobType: Type.String(),
          status: Type.String({ enum: [...stepStates] }),
          progress: Type.Integer(),
          jobId: Type.Optional(Type.String()),
          fileCount: Type.Integer({
            description: 'How many files it made: `GET /jobs/:id/files` with its `jobId` lists them all.',
          }),
          outputs: Type.Array(ResultFile, { description: 'The first twenty.' }),
          startedAt: Type.Optional(time()),
          completedAt: Type.Optional(time()),
          failure: Type.Optional(
            Type.Object(
              {
                code: Type.String({ enum: ['processing_failed'] }),
                diagnosticId: Type.String({ format: 'uuid' }),
                reason: Type.Optional(Type.String({ enum: [...failureReasons] })),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    createdAt: time(),
    completedAt: Type.Optional(time()),
  },
  { ...closed, $id: 'RecipeRun' },
);
export type RecipeRun = Static<typeof RecipeRun>;

export const RunList = Type.Object(
  { runs: Type.Array(Type.Ref('RecipeRun#')), nextCursor: Type.Union([Type.String(), Type.Null()]) },
  { ...closed, $id: 'RunList' },
);

export const PageQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);
export type PageQuery = Static<typeof PageQuery>;
