import type { GoldenFile } from '@filemill/client';
import { Command, Option } from 'commander';
import { type Backend, type CompareMode, compareModes } from '../backend/backend.ts';
import { CommandError } from '../exit-codes.ts';
import { formatTable, type JsonFlag, print } from '../output.ts';
import { addPlaceFlags, makeServerCommand, requireOfServer } from './general.ts';

interface AddFlags extends JsonFlag {
  name?: string;
  by?: CompareMode;
  tolerance?: string;
}

const requireGoldenFiles = ({ goldenFiles }: Backend): NonNullable<Backend['goldenFiles']> =>
  requireOfServer(goldenFiles, 'keep golden files');

/** Describes the files that differ, each with its first lines or pages. */
function describeDifferences({ check }: GoldenFile): string[] {
  return (check?.differences ?? []).flatMap(({ filename, lines = [], pages = [], bytes }) => [
    `  ${filename}`,
    ...lines.flatMap(({ line, expected, actual }) => [
      ...(expected === undefined ? [] : [`    ${line} - ${expected}`]),
      ...(actual === undefined ? [] : [`    ${line} + ${actual}`]),
    ]),
    ...pages.map(
      ({ page, share }) => `    page ${page}: ${Number((share * 100).toPrecision(3))} % of the pixels`,
    ),
    ...(bytes ? [`    ${bytes.expected} bytes expected, ${bytes.actual} found`] : []),
  ]);
}

function describe(golden: GoldenFile): string {
  const { id, name, check } = golden;
  const status = check ? `${check.status}${check.message ? `: ${check.message}` : ''}` : 'not checked yet';
  return [`${id}  ${name}  ${status}`, ...describeDifferences(golden)].join('\n');
}

/** The commands for golden files of a recipe. A check that is not passed ends with an exit code of its own. */
export function makeGoldenCommand(backend: Backend): Command {
  const show = (golden: GoldenFile, { json }: JsonFlag): void => print(json, golden, () => describe(golden));
  return new Command('golden')
    .description('results that later versions of a recipe are compared with')
    .addCommand(
      makeServerCommand('list', 'list the golden files of a recipe with their last checks')
        .argument('<name>', 'the recipe')
        .action(async (name: string, { json }: JsonFlag) => {
          const found = await requireGoldenFiles(backend).list(name);
          print(json, { goldenFiles: found }, () =>
            formatTable([
              ['ID', 'NAME', 'CHECK', 'VERSION', 'MESSAGE'],
              ...found.map(({ id, name, check, recipeVersion }) => [
                id,
                name,
                check?.status ?? '-',
                String(check?.recipeVersion ?? recipeVersion ?? '-'),
                check?.message ?? '',
              ]),
            ]),
          );
        }),
    )
    .addCommand(
      makeServerCommand('add', 'accept the result of a completed run')
        .argument('<name>', 'the recipe')
        .argument('<runId>')
        .option('--name <text>', 'the name of the golden file (default: that of the input)')
        .addOption(new Option('--by <mode>', 'what is compared').choices(compareModes))
        .option('--tolerance <share>', 'the share of lines, pixels or bytes that may differ, from 0 to 1')
        .action(async (recipe: string, runId: string, { name, by, tolerance, ...flags }: AddFlags) => {
          const compare = {
            ...(by && { by }),
            ...(tolerance !== undefined && { tolerance: Number(tolerance) }),
          };
          show(
            await requireGoldenFiles(backend).add(recipe, { runId, compare, ...(name && { name }) }),
            flags,
          );
        }),
    )
    .addCommand(
      makeServerCommand('check', 'check golden files of a recipe now, and show what differs')
        .argument('<name>', 'the recipe')
        .argument('[goldenFileIds...]', 'only these (default: all)')
        .action(async (name: string, ids: string[], { json }: JsonFlag) => {
          const goldenFiles = requireGoldenFiles(backend);
          const chosen = ids.length > 0 ? ids : (await goldenFiles.list(name)).map(({ id }) => id);
          const checked: GoldenFile[] = [];
          for (const id of chosen) await goldenFiles.check(id);
          for (const id of chosen) checked.push(await goldenFiles.wait(id));
          print(json, { goldenFiles: checked }, () =>
            checked.length > 0 ? checked.map(describe).join('\n') : 'The recipe has no golden files.',
          );
          const wrong = checked.filter(({ check }) => check?.status !== 'passed').length;
          if (wrong > 0) throw new CommandError(`${wrong} of ${checked.length} checks did not pass.`);
        }),
    )
    .addCommand(
      makeServerCommand('accept', 'accept the result of the last check in place of the former one')
        .argument('<goldenFileId>')
        .action(async (id: string, flags: JsonFlag) =>
          show(await requireGoldenFiles(backend).accept(id), flags),
        ),
    )
    .addCommand(
      addPlaceFlags(new Command('remove'))
        .description('remove a golden file with its copies of the files')
        .argument('<goldenFileId>')
        .action(async (id: string) => {
          await requireGoldenFiles(backend).remove(id);
        }),
    );
}
