import { Type } from 'typebox';
import { defineJobType, Refusal } from '../../job-type.ts';
import { resolveOnePdf } from '../documents/resolution.ts';
import { passwordOption } from '../options/password.ts';
import { pdfTab } from '../tab.ts';

export const job = defineJobType({
  id: 'pdf-sanitize',
  tabs: [pdfTab],
  title: 'Remove hidden data from a PDF',
  summary:
    'Removes what a document holds besides its pages: metadata, scripts, attached files and earlier versions of its content; comments, links, form fields and hidden layers on request.',
  accepts: ['pdf'],
  inputs: 'one',
  options: Type.Object(
    {
      metadata: Type.Boolean({
        description: 'Remove title, author, dates, names and data of programs, XMP and thumbnails.',
        default: true,
      }),
      scripts: Type.Boolean({
        description:
          'Remove JavaScript, XFA forms, and actions that start programs, play media or send data. Fields keep their values.',
        default: true,
      }),
      attachments: Type.Boolean({
        title: 'Attached files',
        description: 'Remove attached files, sound, films and 3D models.',
        default: true,
      }),
      comments: Type.Boolean({
        description: 'Remove notes, highlights, drawings and stamps that people added.',
        default: false,
      }),
      links: Type.Boolean({
        title: 'Links to elsewhere',
        description: 'Remove links to addresses and other files. Links within the document stay.',
        default: false,
      }),
      fields: Type.Boolean({
        title: 'Form fields',
        description: 'Turn form fields, signatures too, into page content that shows their values.',
        default: false,
      }),
      layers: Type.Boolean({
        title: 'Hidden layers',
        description: 'Remove what is on layers that are hidden. Layers that are shown stay.',
        default: false,
      }),
      password: passwordOption(),
    },
    { additionalProperties: false },
  ),
  resolve: ({ options: { password: _, ...kinds } }) => {
    if (!Object.values(kinds).includes(true))
      throw new Refusal('options', 'At least one kind of data to remove must be true.');
    return resolveOnePdf(...(kinds.fields ? ['pango'] : []));
  },
});
