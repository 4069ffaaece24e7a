import { makeExampleId } from './ids.ts';

const describeFile = (filename: string, fileSize: number, contentType = 'application/pdf') => ({
  filename,
  fileSize,
  contentType,
});
const steps = [
  { jobType: 'document-convert', options: { outputFormat: 'pdf' } },
  { jobType: 'pdf-compress', options: {} },
];
const recipe = { name: 'Letters', description: 'Small PDFs of letters.', steps };
const token = 'Zm9vYmFy';
const password = 'correct horse battery';

/** Examples of each operation's body, each under a name. */
export const requests: Record<string, Record<string, object>> = {
  // The reference makes its samples for curl from these: a file by its name, and options as further fields.
  run: { rotate: { file: '@contract.pdf', angle: '90' } },
  convert: { word: { file: '@contract.docx' } },
  runRecipe: { contract: { file: '@contract.pdf' } },
  createJob: {
    convert: {
      type: 'document-convert',
      ...describeFile('contract.pdf', 842134),
      options: { outputFormat: 'txt' },
      metadata: { ref: 'A-17' },
      retentionHours: 24,
      callbackUrl: 'https://example.org/hooks/done?ref=A-17',
    },
    split: {
      type: 'pdf-split',
      ...describeFile('contract.pdf', 842134),
      options: { mode: 'ranges', ranges: '1-3,5' },
    },
    resize: {
      type: 'image-resize',
      ...describeFile('photo.jpg', 2411724, 'image/jpeg'),
      options: { width: 1200 },
    },
    ofAnArtifact: { type: 'ocr', inputArtifactId: makeExampleId('artifact'), options: {} },
  },
  estimateJob: {
    convert: {
      type: 'document-convert',
      ...describeFile('contract.pdf', 842134),
      options: { outputFormat: 'txt' },
    },
    ofAnArtifact: { type: 'ocr', inputArtifactId: makeExampleId('artifact'), options: {} },
  },
  createMerge: {
    two: {
      files: [describeFile('a.pdf', 842134), describeFile('b.pdf', 51200)],
      options: { preserveBookmarks: true },
    },
  },
  createBatch: {
    list: {
      type: 'image-convert',
      options: { outputFormat: 'webp' },
      inputs: [{ inputArtifactId: makeExampleId('artifact') }],
    },
    table: {
      type: 'image-resize',
      inputs: { csv: `inputArtifactId,width\n${makeExampleId('artifact')},800\n` },
    },
    connection: {
      type: 'ocr',
      inputs: { connection: 'archive', prefix: 'scans/', pattern: '**/*.pdf' },
      output: { connection: 'archive', key: 'text/{name}.{ext}' },
    },
  },
  createRecipe: { recipe },
  createRun: {
    artifact: { inputArtifactId: makeExampleId('artifact') },
    outputOfAJob: { inputJobId: makeExampleId('job'), inputOutputIndex: 0 },
  },
  addGoldenFile: { run: { runId: makeExampleId('run'), compare: { by: 'text' } } },
  createArtifact: { file: describeFile('contract.pdf', 842134) },

  createSession: { signIn: { email: 'ada@example.org', password } },
  createFirstUser: { user: { token, name: 'Ada Lovelace', email: 'ada@example.org', password } },
  resetPassword: { password: { token, password } },
  showInvitation: { link: { token } },
  acceptInvitation: { newUser: { token, name: 'Grace Hopper', password }, signedIn: { token } },
  renameAccount: { name: { name: 'Ada King' } },
  changePassword: { password: { currentPassword: password, newPassword: 'staple battery horse' } },
  createWorkspace: { workspace: { name: 'Accounts', plan: 'developer' } },
  renameWorkspace: { name: { name: 'Accounts and tax' } },
  setPlan: { plan: { plan: 'enterprise' } },
  grantCredits: { grant: { amount: 100, note: 'For the migration.' } },
  changeRole: { role: { role: 'admin' } },
  createInvitation: { invitation: { email: 'grace@example.org', role: 'member' } },
  createKey: { key: { name: 'Invoices', scopes: ['jobs:read', 'jobs:write'] } },
  rotateKey: { anHour: { overlapSeconds: 3600 } },
  createConnection: {
    webdav: {
      name: 'archive',
      kind: 'webdav',
      url: 'https://files.example.org/dav',
      username: 'filemill',
      password,
    },
  },
  updateConnection: { name: { name: 'archive of 2026' } },
  createTrigger: {
    newScans: {
      name: 'Read new scans',
      type: 'ocr',
      watch: {
        connection: 'archive',
        prefix: 'scans/',
        pattern: '**/*.pdf',
        everySeconds: 60,
        existing: false,
      },
      output: { connection: 'archive', key: 'text/{name}.{ext}' },
      enabled: true,
    },
  },
  updateTrigger: { pause: { enabled: false } },
  createWebhook: {
    webhook: { url: 'https://example.org/hooks/filemill', events: ['job.completed', 'job.failed'] },
  },
  updateWebhook: { events: { events: ['job.completed'] } },
  rotateWebhook: { anHour: { overlapSeconds: 3600 } },
  rotateCallbacks: { anHour: { overlapSeconds: 3600 } },
  runJobAgain: { options: { options: { outputFormat: 'md' } } },
  previewRecipe: { draft: { steps } },
  tryRecipe: { trial: { steps, inputArtifactId: makeExampleId('artifact') } },
  listStepChoices: { atTheEnd: { steps, at: 2 } },
  updateRecipe: { recipe },
};
