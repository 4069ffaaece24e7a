import { defineJobType } from 'filemill';
import { Type } from 'typebox';

export const job = defineJobType({
  id: 'text-join',
  tabs: [{ id: 'text', title: 'Texts', heading: { title: 'Count', rank: 60 } }],
  title: 'Join texts',
  summary: 'Makes one text of several.',
  accepts: ['txt', 'md'],
  inputs: 'many',
  roles: [
    { name: 'beginning', title: 'The text that comes first.', accepts: ['txt'] },
    { name: 'continuation', title: 'A text that follows.', many: true },
  ],
  options: Type.Object(
    { between: Type.String({ default: '', maxLength: 10, description: 'What stands between two texts.' }) },
    { additionalProperties: false },
  ),
  resolve: () => ({ outputs: ['txt'], count: 'one', engines: ['tally'] }),
});
