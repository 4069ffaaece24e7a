import { Type } from 'typebox';
import { invalid } from '../../../contract/errors.ts';
import { explainExcess } from '../../../contract/json-limits.ts';
import { aboutOutput } from '../../../contract/schemas/connection.ts';
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
  output: Type.Optional(
    Type.String({
      description: `${aboutOutput} As a JSON object, like \`{"connection": "archive", "key": "{name}.{ext}"}\`.`,
    }),
  ),
  deleteAfterDownload: Type.Optional(oneOf(['true', 'false'], { description: aboutDeletion })),
  reuse: Type.Optional(oneOf(['true', 'false'], { description: aboutReuse })),
};

export const isSetting = (name: string): name is keyof JobSettings => Object.hasOwn(jobSettings, name);

const checkSettings = check(JobSettings);

export function readJson(name: string, text: string, example: string): unknown {
  const excess = explainExcess(text, limits.json);
  if (excess) throw invalid(name, `\`${name}\` ${excess}.`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(name, `\`${name}\` must be a JSON object of strings, like ${example}.`);
  }
}

const readBoolean = (text: string) => (text === 'true' || text === 'false' ? text === 'true' : text);

const readText: Record<keyof JobSettings, (text: string) => unknown> = {
  metadata: text => readJson('metadata', text, '{"ref": "A-17"}'),
  retentionHours: text => (/^\d{1,9}$/.test(text) ? Number(text) : text),
  deleteAfterDownload: readBoolean,
  reuse: readBoolean,
  callbackUrl: text => text,
  output: text => readJson('output', text, '{"connection": "archive", "key": "{name}.{ext}"}'),
};

/** Reads a setting from its text in a query or form. */
export const readSetting = (name: keyof JobSettings, text: string): JobSettings =>
  checkSettings({ [name]: readText[name](text) });
