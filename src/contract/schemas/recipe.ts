import { type Static, Type } from 'typebox';
import { Output } from './connection.ts';
import { closed, oneOf, time } from './fields.ts';
import { ShownOutput } from './job-settings.ts';
import { nextCursor } from './page.ts';

/** The most steps of a recipe, and those that a file passes one after the other. */
export const maxSteps = 16;
export const maxPathSteps = 8;

/** The name is shown in lists and sent in events. */
const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  description: 'One line: no control characters.',
});

const artifactId = Type.String({ minLength: 1, maxLength: 64 });
const StepArtifacts = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.Union([artifactId, Type.Array(artifactId, { minItems: 1, maxItems: 100 })]),
  {
    description:
      'Further files of a job type that takes several: retained artifacts by their roles, such as `{ "stamp": "art_…" }`. The first role is the step\'s own input. They must be retained when a run starts.',
  },
);

const size = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));
const pageCount = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description }));
const content = (description: string) =>
  Type.Optional(Type.Boolean({ description: `${description} Only for PDF files.` }));
const formatName = Type.String({ minLength: 1, maxLength: 32 });

const StepCondition = Type.Object(
  {
    format: Type.Optional(
      Type.Union([formatName, Type.Array(formatName, { minItems: 1, maxItems: 50 })], {
        description: 'One or more formats, such as `pdf`.',
      }),
    ),
    minPages: pageCount('The fewest pages. Only PDF files have pages.'),
    maxPages: pageCount('The most pages. Only PDF files have pages.'),
    minBytes: size('The smallest size.'),
    maxBytes: size('The largest size.'),
    hasText: content('Whether a page has text that can be searched, also an invisible layer as under scans.'),
    hasImages: content('Whether a page shows a picture.'),
    orientation: Type.Optional(
      oneOf(['portrait', 'landscape'], {
        description: 'The orientation of the first page as it is shown. Only for PDF files.',
      }),
    ),
    pageSize: Type.Optional(
      oneOf(['a3', 'a4', 'a5', 'letter', 'legal'], {
        description: 'The size of the first page, upright or not. Only for PDF files.',
      }),
    ),
    rotation: Type.Optional(
      Type.Union([Type.Literal(0), Type.Literal(90), Type.Literal(180), Type.Literal(270)], {
        description: 'By how many degrees the first page is turned to be shown. Only for PDF files.',
      }),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    'x-name': 'StepCondition',
    description: 'Only files that match all of it are used; others are skipped.',
  },
);
export type StepCondition = Static<typeof StepCondition>;

const sourceName = Type.String({ minLength: 1, maxLength: 200 });

export const StepOutput = Type.Optional({
  ...ShownOutput,
  description: 'Where its files are written: the id of a connection, and the template of a key.',
});

/** The fields of a step in a branching recipe. */
const branching = {
  from: Type.Optional(
    Type.Union([sourceName, Type.Array(sourceName, { minItems: 1, maxItems: maxSteps })], {
      description:
        'Where its files come from: `input`, the name of an earlier step, or a list of them. By default the previous step.',
    }),
  ),
  forEach: Type.Optional(Type.Boolean({ description: 'Runs it once for each file of its source.' })),
  collect: Type.Optional(
    Type.Boolean({
      description:
        'Runs it once for all files of its source together, with a job type that takes many files.',
    }),
  ),
  when: Type.Optional(StepCondition),
  outputName: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'The names of its files: a template with `{name}` (without the template), `{index}`, `{date}`, `{step}` and `{ext}`.',
    }),
  ),
};

export const RecipeStep = Type.Object(
  {
    name: Type.Optional({ ...Name, description: 'One line. By default the title of the job type.' }),
    jobType: Type.String({ minLength: 1, maxLength: 64 }),
    config: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          '`{ "tab": …, "processingMode": "server", [tab]: options }`: the options are under the name of the tab.',
      }),
    ),
    options: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Instead of `config`: the options of the job type.',
      }),
    ),
    artifacts: Type.Optional(StepArtifacts),
    ...branching,
    output: Type.Optional({
      ...Output,
      description:
        'A connection of this workspace to which the files of this step are written when it has completed. `{id}` is the id of the run.',
    }),
  },
  { ...closed, 'x-name': 'NewStep' },
);
export type RecipeStep = Static<typeof RecipeStep>;

export const NewRecipe = Type.Object(
  {
    name: Name,
    description: Type.String({ maxLength: 2000, default: '' }),
    steps: Type.Array(RecipeStep, {
      minItems: 1,
      maxItems: maxSteps,
      description: `At most ${maxSteps}, and at most ${maxPathSteps} one after the other. A step uses files of earlier ones.`,
    }),
  },
  { ...closed, 'x-name': 'NewRecipe' },
);
export type NewRecipe = Static<typeof NewRecipe>;

const ChangedStep = Type.Object(
  {
    ...RecipeStep.properties,
    previousIndex: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: maxSteps - 1,
        description:
          'The index of this step in the saved recipe, from which it keeps write-only options that are not given again.',
      }),
    ),
  },
  { ...closed, 'x-name': 'ChangedStep' },
);
export const ChangedRecipe = Type.Object(
  {
    ...NewRecipe.properties,
    steps: Type.Array(ChangedStep, { minItems: 1, maxItems: maxSteps }),
  },
  { ...closed, 'x-name': 'ChangedRecipe' },
);
export type ChangedRecipe = Static<typeof ChangedRecipe>;

/** A recipe that is being written and may be incomplete. */
export const RecipeDraft = Type.Object(
  {
    recipeId: Type.Optional(Type.String({ description: 'The saved recipe that is being changed.' })),
    steps: Type.Array(ChangedStep, { maxItems: maxSteps }),
  },
  { ...closed, 'x-name': 'RecipeDraft' },
);
export type RecipeDraft = Static<typeof RecipeDraft>;

/** Steps that are not saved, and the file to run them on. */
export const RecipeTrial = Type.Object(
  {
    ...RecipeDraft.properties,
    name: Type.Optional({ ...Name, description: 'The name that lists show with its jobs.' }),
    steps: Type.Array(ChangedStep, { minItems: 1, maxItems: maxSteps }),
    inputArtifactId: Type.String({ description: 'A retained artifact.' }),
  },
  { ...closed, 'x-name': 'RecipeTrial' },
);
export type RecipeTrial = Static<typeof RecipeTrial>;

const formats = (description: string) => Type.Array(Type.String(), { description });

export const RecipePreview = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether it could be saved.' }),
    accepts: formats('The formats a run may start with.'),
    steps: Type.Array(
      Type.Object(
        {
          index: Type.Integer(),
          errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }, closed)),
          outputs: Type.Optional(formats('The formats it may produce.')),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'RecipePreview' },
);
export type RecipePreview = Static<typeof RecipePreview>;

export const StepQuestion = Type.Object(
  {
    ...RecipeDraft.properties,
    at: Type.Integer({ minimum: 0, maximum: maxSteps, description: 'The position of the new step.' }),
  },
  { ...closed, 'x-name': 'StepQuestion' },
);
export type StepQuestion = Static<typeof StepQuestion>;

export const StepChoices = Type.Object(
  {
    choices: Type.Array(
      Type.Object(
        {
          jobType: Type.String(),
          fits: Type.Boolean(),
          reason: Type.Optional(Type.String({ description: 'Why it does not fit there.' })),
          options: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: 'Initial options; other required ones must be filled in.',
            }),
          ),
          outputFormats: Type.Optional(formats('The values of `outputFormat` with which it fits.')),
          forEach: Type.Optional(
            Type.Boolean({
              description: 'Whether it fits only if it runs for each file of the step before.',
            }),
          ),
          collect: Type.Optional(
            Type.Boolean({
              description: 'Whether it fits only if it collects the files of the step before.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, $id: 'StepChoices' },
);
export type StepChoices = Static<typeof StepChoices>;

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
          artifacts: Type.Optional(StepArtifacts),
          ...branching,
          output: StepOutput,
          secretOptions: Type.Optional(
            Type.Array(Type.String(), {
              description: 'Write-only options that are set, such as `password`.',
            }),
          ),
        },
        closed,
      ),
    ),
    accepts: Type.Array(Type.String(), { description: 'The formats a run may start with.' }),
    version: Type.Integer({ description: 'Grows by one with every save.' }),
    createdAt: time(),
    updatedAt: time(),
  },
  { ...closed, $id: 'Recipe' },
);
export type Recipe = Static<typeof Recipe>;

export const RecipeList = Type.Object(
  { recipes: Type.Array(Type.Ref('Recipe#')), nextCursor },
  { ...closed, $id: 'RecipeList' },
);

export const RecipeVersionList = Type.Object(
  {
    versions: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          name: Type.String(),
          description: Type.String(),
          savedAt: time(),
          current: Type.Boolean({ description: 'Whether new runs use it.' }),
        },
        { ...closed, 'x-name': 'RecipeVersion' },
      ),
    ),
  },
  { ...closed, $id: 'RecipeVersionList' },
);
export type RecipeVersion = Static<typeof RecipeVersionList>['versions'][number];

export const VersionParams = Type.Object({ id: Type.String(), version: Type.String() });
