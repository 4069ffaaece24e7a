/** The parts of a block that stand for values of the reader, with the values of the test. */
export interface Block {
  /** Files of the samples that the commands read. */
  files?: readonly string[];
  /** Texts to replace, such as ids. A value in braces is a name of the test's values. */
  replace?: Readonly<Record<string, string>>;
  /** Files that the commands write, or a text of their output. */
  makes?: readonly string[];
  prints?: readonly string[];
  /** Files that appear in the connection `archive`, as patterns. */
  delivers?: readonly string[];
  /** Runs with `npm run test:all` only, because every command starts a program. */
  isSlow?: boolean;
}

/** The shell commands of each guide, block by block: how they are run here, or which test runs them, or why none can. */
export const guides: Readonly<Record<string, readonly (Block | string)[]>> = {
  README: [{ isSlow: true, files: ['report.docx'], makes: ['report.pdf'] }],
  'quick-start': [
    'tests/deploy/deploy.test.ts starts the service',
    'the test sets these variables itself',
    { makes: ['prices.xlsx'] },
    { files: ['prices.csv'], makes: ['prices.json'] },
    { files: ['prices.csv'], makes: ['prices.pdf'] },
    { replace: { '~/.local/bin/': './', $PWD: '{root}' }, makes: ['filemill'] },
  ],
  authentication: [{ prints: ['"operations"'] }, 'tests/cli has these commands'],
  archives: [{ files: ['files.zip'], makes: ['list.json', 'orders.csv', 'unpacked/orders.csv'] }],
  audio: ['needs models, which the tests of these job types have'],
  batches: [
    { files: ['scans/a.png', 'scans/b c.png'], prints: ['"status":"completed"', '"completed":2'] },
    'tests/contract/batches.test.ts runs the first command; the others show or repeat a batch of the reader',
  ],
  backup: ['tests/backup/backup.test.ts', { isSlow: true, prints: ['"damaged"'] }],
  books: [{ isSlow: true, files: ['report.docx'], makes: ['report.epub', 'report.pdf', 'report.cbz'] }],
  branching: [
    {
      isSlow: true,
      files: ['recipe.json', 'book.pdf'],
      replace: { $RECIPE: '{branching}' },
      makes: ['result.zip'],
      prints: ['"name":"Pages and text"'],
    },
  ],
  'command-line': [
    'tests/cli runs each of these commands on files of its own',
    'tests/cli runs each of these commands on files of its own',
    'the places of completions belong to the shells; tests/cli reads the scripts',
  ],
  connections: [
    'tests/connections/connections.test.ts',
    'needs a store of the reader; no test runs these commands yet',
  ],
  database: ['needs psql'],
  data: [{ files: ['orders.csv'], makes: ['orders.parquet', 'orders.json', 'orders.xlsx'] }],
  deploying: ['needs Docker', 'needs Docker', 'needs systemd', 'needs systemd', 'needs a Kubernetes cluster'],
  documents: [
    {
      isSlow: true,
      files: ['report.docx'],
      makes: ['report.pdf', 'editable.docx', 'archive.pdf', 'report.md'],
    },
  ],
  estimates: [{ prints: ['"accepted":true'] }],
  'golden-files': [
    {
      replace: { $RECIPE: '{recipe}', $RUN: '{run}' },
      makes: ['pending.json'],
      prints: ['"status":"passed"', '"acceptedAt"'],
    },
    'tests/cli/server.test.ts',
  ],
  idempotency: [{ prints: ['"id":"job_'] }],
  images: [
    {
      files: ['photo.jpg'],
      replace: { "'*.heic' --to jpeg": 'photo.jpg --to png' },
      makes: ['photo.webp', 'small.avif', 'compressed.jpg', 'photos/photo.png'],
    },
  ],
  jobs: [
    {
      files: ['prices.csv', 'photo.jpg'],
      makes: ['prices.json', 'small.jpg', 'grey.jpg', 'same.json'],
    },
    { isSlow: true, files: ['prices.csv'], makes: ['prices.pdf'] },
    'tests/contract/jobs.test.ts pages through lists',
  ],
  mail: [{ isSlow: true, files: ['message.eml'], makes: ['message.zip', 'message.json'] }],
  media: [
    { isSlow: true, files: ['song.opus', 'film.mp4'], makes: ['song.mp3', 'film.webm'] },
    { isSlow: true, files: ['film.mkv'], makes: ['film.srt'] },
  ],
  migrating: [
    { isSlow: true, files: ['report.docx'], makes: ['report.pdf'] },
    { isSlow: true, files: ['report.docx', 'page.html'], makes: ['report.pdf', 'page.pdf'] },
  ],
  models: ['tests/models pulls, verifies and removes models'],
  operators: [{ isSlow: true, replace: { 'key_…': '{keyId}' }, prints: ['"keyId"'] }],
  outputs: [
    {
      prints: ['"id":"job_'],
      delivers: ['converted/*/people.json'],
    },
  ],
  pdf: [
    {
      isSlow: true,
      files: ['report.pdf', 'letter.docx'],
      makes: ['report.json', 'redacted.pdf', 'both.pdf'],
    },
    'src/jobs/pdf/pdf-form/form.test.ts',
  ],
  performance: ['takes long; tests/bench runs the measurements'],
  recipes: [
    { isSlow: true, files: ['report.docx'], makes: ['draft.pdf'] },
    {
      files: ['a.pdf'],
      replace: {
        $UPLOAD_URL: '{uploadUrl}',
        $RECIPE: '{recipe}',
        'art_…': '{pdf}',
        'job_…': '{job}',
        $RUN: '{run}',
      },
      prints: ['"uploadUrl"', `"recipeId":"{recipe}"`, '"status":"completed"'],
    },
    { replace: { $RECIPE: '{recipe}' }, prints: ['"version":3', '"current":true'] },
  ],
  reuse: [
    {
      files: ['a.png'],
      replace: { 'art_…': '{picture}' },
      makes: ['a.webp'],
      prints: ['"type":"image-convert"'],
    },
  ],
  speech: ['needs models, which the tests of these job types have'],
  storage: ['tests/s3 runs on a real store'],
  triggers: [
    {
      replace: { 'rcp_…': '{recipe}' },
      prints: ['"name":"Read new scans"', '"name":"Weekday report"'],
    },
    {
      isSlow: true,
      files: ['trigger.json'],
      replace: { 'trg_…': '{trigger}' },
      prints: ['New files', 'disabled'],
    },
  ],
  understanding: [{ files: ['report.pdf'], makes: ['report.md', 'chunks.jsonl'] }],
  urls: ['tests/fetches/fetches.test.ts'],
  'web-pages': [
    'needs the Internet; tests/web-pages has a server of its own',
    'tests/web-pages/web-pages.test.ts',
  ],
  'webhook-receivers': ['tests/docs/receivers.test.ts sets these variables itself'],
  webhooks: [
    { files: ['report.docx'], prints: ['whsec_', '"id":"job_'] },
    { isSlow: true, replace: { 'whk_…': '{webhook}' }, prints: ['"eventId"', '"deliveries"'] },
    'tests/webhooks/command.test.ts',
    'tests/webhooks/command.test.ts',
  ],
  workspace: [
    'tests/workspace/sign-in.test.ts',
    'tests/workspace/sign-in.test.ts',
    'tests/workspace/members.test.ts',
    'tests/workspace/command.test.ts',
  ],
};
