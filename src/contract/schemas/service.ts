import { type Static, Type } from 'typebox';
import { scopes } from '../states.ts';
import { closed } from './fields.ts';

export const ServiceMap = Type.Object(
  {
    name: Type.String(),
    version: Type.Literal('v1'),
    endpoints: Type.Array(
      Type.Object(
        {
          method: Type.String(),
          path: Type.String(),
          purpose: Type.String(),
          scope: Type.Optional(Type.String({ enum: [...scopes] })),
        },
        closed,
      ),
    ),
    jobTypes: Type.Array(Type.String()),
    openapi: Type.String(),
    docs: Type.String(),
  },
  { ...closed, $id: 'ServiceMap' },
);

const condition = (description: string) =>
  Type.Record(Type.String(), Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()])), {
    description,
  });

const jobTypeFields = {
  id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  tabs: Type.Array(Type.String(), {
    description: 'The families it belongs to, by their ids in plans and recipes.',
  }),
  family: Type.String({ description: 'The title of its first family.' }),
  heading: Type.Object(
    { title: Type.String(), rank: Type.Number({ description: 'Headings of a lower rank come first.' }) },
    { ...closed, description: 'The heading under which the workspace offers it.' },
  ),
  verb: Type.Optional(
    Type.Object(
      {
        name: Type.String({ description: 'The command of `filemill`.' }),
        tool: Type.String({ description: 'The tool of the MCP server.' }),
        summary: Type.String(),
      },
      { ...closed, description: 'Its short names. Without them, it is run by its id.' },
    ),
  ),
  offers: Type.Array(
    Type.Object(
      {
        title: Type.Optional(Type.String({ description: 'By default the name of the format.' })),
        note: Type.Optional(Type.String()),
        options: Type.Record(Type.String(), Type.String(), {
          description: 'The options set by this choice.',
        }),
        output: Type.Optional(Type.String({ description: 'The output format of this choice.' })),
        needsOptions: Type.Boolean({
          description: 'Whether it has required options besides those set by this choice.',
        }),
        suggestedFor: Type.Optional(
          Type.Record(Type.String(), Type.Number(), {
            description:
              'The formats of files for which it is suggested, with its rank. Offers of a lower rank come first.',
          }),
        ),
      },
      closed,
    ),
    {
      description: 'The actions offered for a file: one, or one per output format.',
    },
  ),
  offersSameFormat: Type.Boolean({
    description: 'Whether it is useful for a file that already has the output format.',
  }),
  streamsText: Type.Boolean({
    description: 'Whether `GET /jobs/:id/events` sends its text while it works.',
  }),
  preview: Type.Optional(
    Type.String({
      enum: ['picture', 'pages', 'fields'],
      description:
        'How the workspace shows its result before the job: the picture itself, the pages that it changes, or the fields of a form. Absent if there is no preview.',
    }),
  ),
  repairs: Type.Boolean({
    description: 'Whether it is meant for damaged files, which other job types may not be able to read.',
  }),
  inputs: Type.String({ enum: ['one', 'many'] }),
  roles: Type.Optional(
    Type.Array(
      Type.Object(
        {
          name: Type.String(),
          title: Type.String(),
          formats: Type.Array(Type.String(), { description: 'The formats it may have.' }),
          optional: Type.Boolean(),
          many: Type.Boolean({ description: 'Whether all further files have this role.' }),
          shownWhen: Type.Optional(
            condition('Its file is needed if these options have one of these values, and refused otherwise.'),
          ),
        },
        { ...closed, 'x-name': 'InputRole' },
      ),
      { description: 'The roles of its files, in order. Without roles, all files are alike.' },
    ),
  ),
  endpoint: Type.Optional(
    Type.String({
      description: 'An endpoint that creates it besides `POST /jobs`: `POST /<endpoint>`.',
    }),
  ),
  outputs: Type.String({
    enum: ['one', 'many', 'depends'],
    description: 'The number of output files; `depends` on the formats and options.',
  }),
  finalStepOnly: Type.Boolean({ description: 'Whether nothing may follow it in a recipe.' }),
  converts: Type.Optional(
    Type.String({
      enum: ['format', 'motion', 'words'],
      description:
        'Present if `POST /convert` may choose it: `format` converts the content itself, `motion` a video, `words` the text in it, preferred in this order. If several fit, the one that accepts the fewest formats is chosen.',
    }),
  ),
  accepts: Type.Array(
    Type.Object(
      {
        format: Type.String(),
        mediaTypes: Type.Array(Type.String()),
        extensions: Type.Array(Type.String()),
      },
      closed,
    ),
  ),
  conversions: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: 'For every accepted format, the formats it can be converted to.',
  }),
  options: Type.Unknown({
    description:
      'The JSON Schema of its options. Each has a `title` and a `description`; `x-group` names those that belong together in a form. For forms, an option may also have a short `x-help`, `x-labels` of its values, the value `x-default` that applies if it is left out, and `x-shown-when` (values of other options, or of the format as `input`, without which it has no effect). `x-ways` lists ways to use the job type, each with its `options`, which exclude those of the other ways, and what choosing it `sets`.',
  }),
  needs: Type.Array(
    Type.Object(
      {
        options: Type.Array(Type.String()),
        hint: Type.String({ description: 'A request to a person, such as "Choose a width".' }),
        when: Type.Optional(condition('Applies only if these options have one of these values.')),
      },
      { ...closed, 'x-name': 'OptionNeed' },
    ),
    { description: 'Options of which one must be given. A request without it is refused.' },
  ),
  choices: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'The values that this installation offers for an option, such as languages or models.',
    }),
  ),
  credits: Type.Optional(
    Type.Object(
      {
        unit: Type.String({ enum: ['minute', 'megapixel'] }),
        size: Type.Number({ description: 'The number of units.' }),
        amount: Type.Integer({
          description: 'Credits for each started `size`; a job costs at least 1.',
        }),
      },
      { ...closed, description: 'The price of a job in AI credits. Absent if it is free.' },
    ),
  ),
  available: Type.Boolean({ description: 'Whether this installation can run it, if only for some formats.' }),
  state: Type.String({
    enum: ['ready', 'installing', 'missing'],
    description:
      '`ready`: everything it needs is here. `installing`: set-up is still installing engines; requests that need them are answered 503 with `Retry-After`. `missing`: some of what it needs is not installed.',
  }),
  missing: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Missing engines, and missing models as model:<name>.',
    }),
  ),
  installing: Type.Optional(
    Type.Array(Type.String(), { description: 'The missing engines that are being installed.' }),
  ),
};

export const JobTypeInfo = Type.Object(jobTypeFields, { ...closed, $id: 'JobType' });
export const JobTypeQuery = Type.Object(
  {
    input: Type.Optional(Type.String({ maxLength: 32, description: 'A format it accepts.' })),
    outputFormat: Type.Optional(Type.String({ maxLength: 32 })),
  },
  closed,
);

export const JobTypeList = Type.Object(
  { jobTypes: Type.Array(Type.Object(jobTypeFields, { ...closed, 'x-name': 'ListedJobType' })) },
  { ...closed, $id: 'JobTypeList' },
);
export type JobTypeList = Static<typeof JobTypeList>;

const Counter = Type.Object(
  {
    used: Type.Integer(),
    limit: Type.Optional(Type.Integer({ description: 'By default there is no limit.' })),
    resetsAt: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { ...closed, 'x-name': 'QuotaCounter' },
);

export const Usage = Type.Object(
  {
    workspaceId: Type.String(),
    plan: Type.String(),
    quotas: Type.Object(
      {
        operations: Counter,
        operations_daily: Counter,
        ai_credits: Counter,
        storage_bytes: Counter,
        queued_jobs: Counter,
      },
      closed,
    ),
    limits: Type.Object(
      {
        fileBytes: Type.Integer(),
        mergeFiles: Type.Integer(),
        mergeBytes: Type.Integer(),
        concurrentJobs: Type.Integer(),
        pendingInputs: Type.Integer({
          description:
            'Inputs of jobs, and artifacts, created within 24 hours and neither started nor used; canceled ones count too.',
        }),
        mediaSeconds: Type.Optional(
          Type.Integer({ description: 'The longest recording, in seconds. Absent if there is no limit.' }),
        ),
        megapixels: Type.Optional(
          Type.Integer({
            description:
              'Largest image, with all its frames and pages, and largest frame of a video, in millions of pixels; none if left out.',
          }),
        ),
        archiveEntries: Type.Optional(
          Type.Integer({
            description:
              'The maximum number of files extracted from one archive. Absent if there is no limit.',
          }),
        ),
        retentionSeconds: Type.Integer(),
        requestsPerWindow: Type.Integer(),
        windowSeconds: Type.Integer(),
      },
      { ...closed, 'x-name': 'PlanLimits' },
    ),
  },
  { ...closed, $id: 'Usage' },
);
export type Usage = Static<typeof Usage>;
