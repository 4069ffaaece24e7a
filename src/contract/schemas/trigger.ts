import { type Static, Type } from 'typebox';
import { NewBatch } from './batch.ts';
import { ConnectionFiles } from './connection.ts';
import { closed, time } from './fields.ts';
import { nextCursor } from './page.ts';

const Watch = Type.Object(
  {
    ...ConnectionFiles.properties,
    everySeconds: Type.Integer({
      minimum: 10,
      maximum: 86_400,
      default: 60,
      description: 'How often the files are listed.',
    }),
    existing: Type.Boolean({
      default: false,
      description: 'Whether files that are there when the trigger is created are processed too.',
    }),
  },
  {
    ...closed,
    'x-name': 'TriggerWatch',
    description:
      'Starts for new and changed files of a connection. A file is processed once two consecutive listings show it with the same size and time, so that it is complete.',
  },
);

const Schedule = Type.Object(
  {
    cron: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Minute, hour, day of the month, month and day of the week, such as `0 6 * * 1-5`.',
    }),
    timeZone: Type.String({
      default: 'UTC',
      maxLength: 64,
      description: 'A time zone such as `Europe/Berlin`.',
    }),
  },
  { ...closed, 'x-name': 'TriggerSchedule', description: 'Starts at these times.' },
);

const name = Type.String({ minLength: 1, maxLength: 100 });
const enabled = Type.Boolean({ default: true, description: 'A trigger that is disabled starts nothing.' });
const { type, recipeId, options, metadata, retentionHours, output, inputs } = NewBatch.properties;
const work = { type, recipeId, options, metadata, retentionHours, output };

export const NewTrigger = Type.Object(
  {
    name,
    ...work,
    watch: Type.Optional(Watch),
    schedule: Type.Optional(Schedule),
    inputs: Type.Optional({ ...inputs, description: 'With `schedule`: the inputs, as those of a batch.' }),
    enabled,
  },
  { ...closed, 'x-name': 'NewTrigger' },
);
export type NewTrigger = Static<typeof NewTrigger>;

export const TriggerChange = Type.Object(
  {
    name: Type.Optional(name),
    enabled: Type.Optional(Type.Boolean()),
    type: Type.Optional({ ...type, description: 'The job type to run from now on.' }),
    recipeId: Type.Optional({ ...recipeId, description: 'The recipe to run from now on.' }),
    options: Type.Optional({
      ...options,
      description:
        'All options. Write-only options that are left out stay as they are, unless the job type changes.',
    }),
    output: Type.Optional(
      Type.Union([output, Type.Null()], { description: '`null` to write the results nowhere else.' }),
    ),
    watch: Type.Optional({
      ...Watch,
      description:
        'Only for a trigger that watches files. If it watches another place from now on, files that are already there are skipped, unless `existing` is set.',
    }),
    schedule: Type.Optional({ ...Schedule, description: 'Only for a trigger with a schedule.' }),
    inputs: Type.Optional({
      ...inputs,
      description: 'Only for a trigger with a schedule: the inputs, like those of a batch.',
    }),
  },
  { ...closed, 'x-name': 'TriggerChange' },
);
export type TriggerChange = Static<typeof TriggerChange>;

export const Trigger = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    type: Type.Optional(Type.String()),
    recipeId: Type.Optional(Type.String()),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
    retentionHours: Type.Optional(Type.Integer()),
    output: Type.Optional(Type.Object({ connection: Type.String(), key: Type.String() }, closed)),
    watch: Type.Optional(Watch),
    schedule: Type.Optional(Schedule),
    enabled: Type.Boolean(),
    nextAt: Type.Optional(time('When it starts, or lists the files, next.')),
    problem: Type.Optional(Type.String({ description: 'Why the files could not be listed the last time.' })),
    createdAt: time(),
  },
  { ...closed, $id: 'Trigger' },
);
export type Trigger = Static<typeof Trigger>;

export const TriggerList = Type.Object(
  { triggers: Type.Array(Type.Ref('Trigger#')) },
  { ...closed, $id: 'TriggerList' },
);

export const TriggerLog = Type.Object(
  {
    entries: Type.Array(
      Type.Object(
        {
          key: Type.Optional(
            Type.String({ description: 'The key of the file, if the trigger watches files.' }),
          ),
          outcome: Type.String({ enum: ['waiting', 'started', 'skipped', 'failed'] }),
          batchId: Type.Optional(Type.String({ description: 'The batch that was started.' })),
          message: Type.Optional(Type.String({ description: 'Why nothing was started.' })),
          at: time(),
        },
        { ...closed, 'x-name': 'TriggerEntry' },
      ),
    ),
    nextCursor,
  },
  { ...closed, $id: 'TriggerLog' },
);
export type TriggerLog = Static<typeof TriggerLog>;
