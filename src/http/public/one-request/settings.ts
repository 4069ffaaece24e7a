import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { explainExcess } from '../../../contract/json-limits.ts';
import { oneOf } from '../../../contract/schemas/fields.ts';
import {
  aboutDeletion,
  aboutMetadata,
  aboutReuse,
  JobSettings,
  jobSettings,
} from '../../../contract/schemas/job-settings.ts';
import { check } from '../../../contract/validate.ts';
import { limits } from '../../../settings/limits.ts';

/** The settings as texts of a query or form, for the reference. */
export const settingFields = {
  ...jobSettings,
  metadata: Type.Optional(
    Type.String({
      description: `${aboutMetadata} As a JSON object, like \`{"ref": "A-17"}\`.`,
    }),
  ),
  deleteAfterDownload: Type.Optional(oneOf(['true', 'false'], { description: aboutDeletion })),
  reuse: Type.Optional(oneOf(['true', 'false'], { description: aboutReuse })),
};

export const isSetting = (name: string): name is keyof JobSettings => Object.hasOwn(jobSettings, name);

const checkSettings = check(JobSettings);

function readMetadata(text: string): unknown {
  const excess = explainExcess(text, limits.json);
  if (excess) throw invalid('metadata', `\`metadata\` ${excess}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('metadata', '`metadata` must be a JSON object of strings, like {"ref": "A-17"}.');
  }
}

const readBoolean = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : text);

const readText: Record<keyof JobSettings, (text: string) => unknown> = {
  metadata: readMetadata,
  retentionHours: text => (/^\d{1,9}$/.test(text) ? Number(text) : text),
  deleteAfterDownload: readBoolean,
  reuse: readBoolean,
  callbackUrl: text => text,
};

/** Reads a setting from its text in a query or form. */
export const readSetting = (name: keyof JobSettings, text: string): JobSettings =>
  checkSettings({ [name]: readText[name](text) });
