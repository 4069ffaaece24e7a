import { type Static, Type } from 'typebox';
import { compareModes } from '../compare-modes.ts';
import { closed, oneOf, time } from './fields.ts';
import { ResultFile } from './result.ts';

export const checkStates = ['pending', 'passed', 'different', 'failed'] as const;

const tolerance = 'The share of lines, pixels or bytes that may differ, from 0 to 1.';

const Compare = Type.Object(
  {
    by: Type.Optional(
      oneOf(compareModes, {
        description:
          '`text` compares lines of text, `pixels` how images and pages look, `bytes` the files as they are. By default text if a document has any, pixels for images and pages without text, and bytes for everything else.',
      }),
    ),
    tolerance: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: `${tolerance} By default 0.001 for pixels, and otherwise 0.`,
      }),
    ),
  },
  {
    ...closed,
    'x-name': 'GoldenCompare',
    description: 'How new results are compared with the accepted one.',
  },
);

export const NewGoldenFile = Type.Object(
  {
    runId: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A completed run of the recipe, whose files are still kept. They are copied.',
    }),
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
        description: 'One line. By default the name of the input.',
      }),
    ),
    compare: Type.Optional(Compare),
  },
  { ...closed, 'x-name': 'NewGoldenFile' },
);
export type NewGoldenFile = Static<typeof NewGoldenFile>;

const Engines = (description: string) =>
  Type.Array(Type.Object({ name: Type.String(), version: Type.String() }, closed), { description });

/** One file of the report that the job type `file-compare` writes. */
export const ComparedFile = Type.Object(
  {
    index: Type.Integer({ description: 'The number of the file in the result, from 0.' }),
    filename: Type.String(),
    by: oneOf(compareModes),
    different: Type.Boolean({ description: 'Whether more differs than the tolerance allows.' }),
    share: Type.Number({ description: 'The share of lines, pixels or bytes that differ.' }),
    tolerance: Type.Number({ description: tolerance }),
    reason: Type.Optional(
      oneOf(['missing', 'added', 'format'], {
        description: 'Why it was not compared: it is missing, was not expected, or has another format.',
      }),
    ),
    lines: Type.Optional(
      Type.Array(
        Type.Object(
          {
            line: Type.Integer({ description: 'Its number in the file that has it, from 1.' }),
            expected: Type.Optional(Type.String()),
            actual: Type.Optional(Type.String()),
          },
          closed,
        ),
        { description: 'The first lines that differ, cut to 200 characters.' },
      ),
    ),
    pages: Type.Optional(
      Type.Array(Type.Object({ page: Type.Integer(), share: Type.Number() }, closed), {
        description: 'The first pages or frames that differ, with the share of pixels.',
      }),
    ),
    bytes: Type.Optional(
      Type.Object(
        {
          expected: Type.Integer({ description: 'The size of the accepted file.' }),
          actual: Type.Integer({ description: 'The size of the new file.' }),
          first: Type.Integer({ description: 'The position of the first byte that differs, from 0.' }),
        },
        closed,
      ),
    ),
  },
  { ...closed, 'x-name': 'ComparedFile' },
);
export type ComparedFile = Static<typeof ComparedFile>;

const GoldenCheck = Type.Object(
  {
    status: oneOf(checkStates, {
      description:
        '`different`: the result differs by more than the tolerance. `failed`: there is no result to compare.',
    }),
    recipeVersion: Type.Integer({ description: 'The version of the recipe that was checked.' }),
    engines: Type.Optional(Engines('The engines that made the new result.')),
    message: Type.Optional(Type.String({ description: 'What differs, or why the check failed.' })),
    startedAt: time(),
    completedAt: Type.Optional(time()),
    differences: Type.Optional(
      Type.Array(ComparedFile, {
        description: 'The files that differ. Not in lists, and kept as long as results of the workspace are.',
      }),
    ),
    actual: Type.Optional(
      Type.Array(ResultFile, {
        description: 'The new result. Not in lists, and kept as long as results of the workspace are.',
      }),
    ),
  },
  { ...closed, 'x-name': 'GoldenCheck', description: 'The last check.' },
);

export const GoldenFile = Type.Object(
  {
    id: Type.String(),
    recipeId: Type.String(),
    name: Type.String(),
    compare: Compare,
    input: Type.Optional({ ...ResultFile, description: 'The input. Not in lists.' }),
    expected: Type.Optional(Type.Array(ResultFile, { description: 'The accepted result. Not in lists.' })),
    recipeVersion: Type.Optional(
      Type.Integer({ description: 'The version of the recipe that made the accepted result.' }),
    ),
    engines: Engines('The engines that made the accepted result.'),
    acceptedAt: time(),
    check: Type.Optional(GoldenCheck),
    createdAt: time(),
  },
  { ...closed, $id: 'GoldenFile' },
);
export type GoldenFile = Static<typeof GoldenFile>;

export const GoldenFileList = Type.Object(
  { goldenFiles: Type.Array(Type.Ref('GoldenFile#')) },
  { ...closed, $id: 'GoldenFileList' },
);
