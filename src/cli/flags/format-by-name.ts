import { findFormat, getExtension } from '../../formats/declared.ts';
import type { Schema } from '../backend/backend.ts';
import { listChoices } from './values.ts';

/** The options of job types that choose the format of the result. */
export const formatOptions: readonly string[] = ['outputFormat', 'format'];

/** Chooses the output format of a job type by the filename that is given for its result, if it can make that format. */
export function chooseFormatByName(
  { properties = {} }: Schema,
  out: string | undefined,
): Record<string, string> {
  const name = out?.toLowerCase() ?? '';
  const format = findFormat(getExtension(name));
  for (const option of formatOptions) {
    const choices = listChoices(properties[option] ?? {}).map(String);
    const chosen =
      choices.filter(choice => name.endsWith(`.${choice}`)).sort((a, b) => b.length - a.length)[0] ??
      choices.find(choice => choice === format);
    if (chosen) return { [option]: chosen };
  }
  return {};
}

/** Returns a sentence if a name says another format than the result has. Any text may be called .txt. */
export function describeMisnaming(name: string, resultName: string): string | undefined {
  const [said, has] = [name, resultName].map(each => findFormat(getExtension(each)));
  if (!said || !has || said === has || said === 'txt') return undefined;
  return `The name says ${said}, but the result is ${has}. Give --out a name that ends in .${getExtension(resultName)}.`;
}
