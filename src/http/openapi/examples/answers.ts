import { exampleSha256, exampleTime, makeExampleId } from './ids.ts';
import { webhookAnswers } from './webhook-answers.ts';

const base = 'https://files.example.org/api/public';
const pdf = 'application/pdf';
const later = '2026-01-05T10:00:00.000Z';
const expiry = '2026-01-12T09:00:00.000Z';

const uploadUrl = `${base}/uploads/${makeExampleId('job')}/0?type=application%2Fpdf&size=842134&expires=1767607200&signature=Zm9v`;
const downloadUrl = `${base}/downloads/${makeExampleId('artifact', 'z')}/contract.txt?expires=1767607200&signature=YmFy`;
const upload = { method: 'PUT', url: uploadUrl, headers: { 'Content-Type': pdf }, expiresAt: later };

const file = {
  index: 0,
  artifactId: makeExampleId('artifact', 'z'),
  filename: 'contract.txt',
  contentType: 'text/plain',
  size: 18214,
  sha256: exampleSha256,
  downloadUrl,
  downloadUrlExpiresAt: later,
  metadata: {},
};
const summary = {
  fileCount: 1,
  engines: [{ name: 'poppler', version: '22.12.0' }],
  durationMs: 412,
};
const result = { ...summary, files: [file], downloadUrl };

const input = {
  index: 0,
  filename: 'contract.pdf',
  contentType: pdf,
  fileSize: 842134,
  uploaded: true,
  sha256: exampleSha256,
  artifactId: makeExampleId('artifact'),
};
const common = {
  id: makeExampleId('job'),
  type: 'document-convert',
  source: 'api',
  options: { outputFormat: 'txt' },
  metadata: { ref: 'A-17' },
  inputCount: 1,
  createdAt: exampleTime,
  credits: 0,
};
const ended = {
  ...common,
  status: 'completed',
  progress: 100,
  inputs: [input],
  queuedAt: '2026-01-05T09:00:02.000Z',
  startedAt: '2026-01-05T09:00:02.100Z',
  completedAt: '2026-01-05T09:00:02.512Z',
  expiresAt: expiry,
};
export const listedJob = { ...ended, result: summary };

const step = { index: 0, name: 'To PDF', jobType: 'document-convert' };
const recipe = {
  id: makeExampleId('recipe'),
  name: 'Scan to archive',
  description: 'What the post brings.',
  steps: [
    {
      ...step,
      config: { tab: 'document', processingMode: 'server', document: { outputFormat: 'pdf' } },
    },
  ],
  accepts: ['docx', 'odt'],
  version: 1,
  createdAt: exampleTime,
  updatedAt: exampleTime,
};
const run = {
  id: makeExampleId('run'),
  recipeId: makeExampleId('recipe'),
  recipeVersion: 1,
  status: 'completed',
  metadata: {},
  inputArtifactId: makeExampleId('artifact'),
  steps: [
    {
      ...step,
      status: 'completed',
      progress: 100,
      jobId: makeExampleId('job'),
      fileCount: 1,
      outputs: [file],
      startedAt: exampleTime,
      completedAt: later,
    },
  ],
  result,
  createdAt: exampleTime,
  completedAt: later,
};
const batch = {
  id: makeExampleId('batch'),
  type: 'image-convert',
  status: 'running',
  progress: 40,
  options: { outputFormat: 'webp' },
  metadata: {},
  inputCount: 500,
  counts: { waiting: 100, queued: 196, processing: 4, completed: 199, failed: 1, canceled: 0 },
  createdAt: exampleTime,
};
const event = {
  id: makeExampleId('event'),
  type: 'job.completed',
  timestamp: exampleTime,
  data: { ...listedJob, fileCount: 1 },
};
const counter = { used: 312, limit: 20000, resetsAt: '2026-02-01T00:00:00.000Z' };
export const planLimits = {
  fileBytes: 2_000_000_000,
  mergeFiles: 100,
  mergeBytes: 4_000_000_000,
  concurrentJobs: 8,
  pendingInputs: 5000,
  mediaSeconds: 14_400,
  megapixels: 250,
  archiveEntries: 5000,
  retentionSeconds: 604_800,
  requestsPerWindow: 1200,
  windowSeconds: 60,
};
export const jobType = {
  id: 'pdf-rotate',
  title: 'Rotate pages',
  summary: 'Turns pages of a PDF.',
  tabs: ['pdf'],
  family: 'PDF',
  heading: { title: 'Edit PDF', rank: 20 },
  offers: [{ title: 'Rotate pages', note: 'Turns pages of a PDF.', options: {}, needsOptions: true }],
  offersSameFormat: false,
  streamsText: false,
  repairs: false,
  inputs: 'one',
  outputs: 'one',
  finalStepOnly: false,
  accepts: [{ format: 'pdf', mediaTypes: [pdf], extensions: ['pdf'] }],
  conversions: { pdf: ['pdf'] },
  options: { type: 'object', properties: { angle: { enum: [90, 180, 270] } }, required: ['angle'] },
  needs: [{ options: ['angle'], hint: 'Choose an angle' }],
  available: true,
  state: 'ready',
};

const goldenFile = {
  id: makeExampleId('goldenFile'),
  recipeId: makeExampleId('recipe'),
  name: 'contract.docx',
  compare: { by: 'text' },
  input: { ...file, filename: 'contract.docx' },
  expected: [file],
  recipeVersion: 1,
  engines: summary.engines,
  acceptedAt: exampleTime,
  check: {
    status: 'different',
    recipeVersion: 2,
    engines: summary.engines,
    message: 'contract.txt: 1 of 120 lines, from line 14',
    startedAt: exampleTime,
    completedAt: later,
    differences: [
      {
        index: 0,
        filename: 'contract.txt',
        by: 'text',
        different: true,
        share: 0.0083,
        tolerance: 0,
        lines: [{ line: 14, expected: 'Total: 120 €', actual: 'Total: 120 ?' }],
      },
    ],
    actual: [file],
  },
  createdAt: exampleTime,
};

/** An example of each answer, by the name of its schema. */
export const answers: Record<string, object> = {
  ...webhookAnswers,
  ServiceMap: {
    name: 'Filemill',
    version: 'v1',
    endpoints: [{ method: 'POST', path: '/jobs', purpose: 'Create a job.', scope: 'jobs:write' }],
    jobTypes: ['document-convert', 'pdf-merge'],
    openapi: `${base}/openapi.json`,
    docs: `${base}/docs`,
  },
  CreatedJob: {
    ...common,
    status: 'pending',
    progress: 0,
    inputs: [{ index: 0, filename: 'contract.pdf', contentType: pdf, fileSize: 842134, uploaded: false }],
    uploads: [
      {
        index: 0,
        filename: 'contract.pdf',
        uploadUrl,
        method: 'PUT',
        headers: upload.headers,
        expiresAt: later,
      },
    ],
    jobId: makeExampleId('job'),
    uploadUrl,
    upload,
  },
  Job: { ...ended, result },
  Estimate: {
    accepted: true,
    engines: summary.engines,
    operations: 1,
    credits: 0,
    expectedMs: 410,
    warnings: [],
  },
  JobList: { jobs: [listedJob], nextCursor: null },
  Batch: batch,
  BatchList: { batches: [batch], nextCursor: null },
  BatchManifest: {
    inputs: [
      {
        index: 0,
        inputArtifactId: makeExampleId('artifact'),
        filename: 'contract.pdf',
        status: 'completed',
        jobId: makeExampleId('job'),
        fileCount: 1,
        files: [file],
      },
    ],
    nextCursor: null,
  },
  FileList: { files: [file], nextCursor: null },
  Uploaded: { index: 0, size: 842134, sha256: exampleSha256 },
  Recipe: recipe,
  RecipeVersionList: {
    versions: [
      {
        version: 1,
        name: recipe.name,
        description: recipe.description,
        savedAt: recipe.updatedAt,
        current: true,
      },
    ],
  },
  GoldenFile: goldenFile,
  GoldenFileList: { goldenFiles: [goldenFile] },
  RecipeList: { recipes: [recipe], nextCursor: null },
  RecipeRun: run,
  RunList: { runs: [run], nextCursor: null },
  Event: event,
  EventList: { events: [event], nextCursor: makeExampleId('event') },
  Artifact: {
    id: makeExampleId('artifact'),
    role: 'upload',
    index: 0,
    filename: 'contract.pdf',
    contentType: pdf,
    size: 842134,
    uploaded: false,
    metadata: {},
    createdAt: exampleTime,
    expiresAt: expiry,
    uploadUrl,
    upload,
  },
  JobType: jobType,
  JobTypeList: { jobTypes: [jobType] },
  Usage: {
    workspaceId: makeExampleId('workspace'),
    plan: 'developer',
    quotas: {
      operations: counter,
      operations_daily: { used: 12, limit: 2000, resetsAt: '2026-01-06T00:00:00.000Z' },
      ai_credits: { used: 3, limit: 500, resetsAt: '2026-02-01T00:00:00.000Z' },
      storage_bytes: { used: 91_238_112, limit: 50_000_000_000 },
      queued_jobs: { used: 0, limit: 5000 },
    },
    limits: planLimits,
  },
};
