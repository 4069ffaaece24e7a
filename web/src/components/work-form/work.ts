import { useJobTypes } from '../../api/job-types.ts';
import { findMissing } from '../../wording/options.ts';
import { strings } from '../../wording/strings.ts';

/** A recipe, or a job type with its options. */
export type Work = { recipeId: string } | { type: string; options: Record<string, unknown> };

/** Whether this is the chosen job type, with the options that the choice sets. */
export const isChosen = (
  work: Work | undefined,
  { type, chosen }: { type: string; chosen: Record<string, unknown> },
): boolean =>
  work !== undefined &&
  'type' in work &&
  work.type === type &&
  Object.entries(chosen).every(([name, value]) => work.options[name] === value);

/** Returns what is still to be chosen: "Choose a recipe or conversion", "Choose a width". */
export function useWorkHint(work: Work | undefined, formats: string[]): string | undefined {
  const types = useJobTypes();
  if (!work) return strings.triggers.chooseWork;
  if ('recipeId' in work) return undefined;
  const type = types.find(({ id }) => id === work.type);
  if (type && !formats.every(format => format in type.conversions)) return strings.triggers.chooseWork;
  return type && findMissing(type, work.options, { input: formats.length > 0 ? formats : undefined });
}
