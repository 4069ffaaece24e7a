// Made from the job types' declarations by `npm run client:types`. Do not edit.
/** The job types that come with the service and take several files. */
export type CombiningJobTypeId =
  | 'archive-create'
  | 'file-compare'
  | 'video-convert'
  | 'pdf-attachments'
  | 'pdf-compare'
  | 'pdf-invoice'
  | 'pdf-merge'
  | 'pdf-stamp';
