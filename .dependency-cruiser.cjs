/** @type {import('dependency-cruiser').IConfiguration} */

const settings = '^src/settings/';
/** The limits on jobs, which any code that starts a program needs. */
const workLimits = '^src/settings/(limits|work|content-size)\\.ts$';
/** General code that any part may use: it knows nothing of the product. */
const lists = '^src/(lists|text|dns-rebinding|free-space)\\.ts$';
/** Finds the folders of job types and engines. */
const folders = '^src/job-and-engine-folders\\.ts$';
const contract = '^src/contract/';
const formats = '^src/formats/';
/** The document model, which starts no program. */
const documents = '^src/documents/';
/** The declarations of job types, without the code that runs them. */
const declarations = ['^src/jobs/[^/]+\\.ts$', '^src/jobs/[^/]+/[^/]+/job\\.ts$'];
/** The storage interface and its signed addresses, without any backend. */
const storage = '^src/storage/[^/]+\\.ts$';
/** The list of models and the type of its entries, without the code that downloads them. */
const manifest = '^src/models/(manifest|model)\\.ts$';
const probes = '^src/engines/(probes|engine|watch|installing)\\.ts$';
/** Content handling that engines and job types share: it starts no program and knows no job. */
const contents = '^src/(audio|containers|encodings|markup|tabular)/';
/** The files that all engines share. */
const sharedByEngines = ['^src/engines/[^/]+\\.ts$'];

/** Lists what each part may import besides itself. Every other import is forbidden. */
const mayImport = {
  contract: [],
  formats: [],
  models: [settings, folders],
  encodings: [contract],
  markup: [contract],
  audio: [],
  tabular: [contract, '^src/encodings/'],
  containers: [contract, '^src/markup/'],
  documents: [contract, formats],
  jobs: ['^src/engines/', documents, contents, formats, contract, manifest, folders, workLimits],
  db: [contract, settings],
  queue: ['^src/db/', contract, settings],
  storage: [contract, formats, settings],
  domain: ['^src/db/', '^src/queue/', contract, formats, storage, manifest, ...declarations, settings],
  telemetry: ['^src/domain/(installation/(health|queue-state)|files/integrity/damage)\\.ts$', storage],
  http: ['^src/domain/', contract, formats, storage, ...declarations, settings],
  worker: [
    '^src/domain/',
    '^src/jobs/',
    '^src/models/',
    '^src/storage/',
    '^src/queue/',
    contract,
    formats,
    probes,
    folders,
    settings,
  ],
  setup: [probes],
  backup: ['^src/db/', storage, settings],
  // Jobs run here without a service, so of the domain only the checks of requests are used, which touch no database.
  local: [
    '^src/worker/host-task\\.ts$',
    '^src/worker/(running|hosts|models|sandbox)/',
    '^src/domain/work/(jobs/options|recipes/(check|chain|steps)|submissions/choose-converter)\\.ts$',
    '^src/models/',
    '^src/jobs/(registry|job-type|input-files|run)\\.ts$',
    contract,
    formats,
    probes,
    settings,
  ],
  cli: [
    '^src/(main|open-data|secret-key)\\.ts$',
    '^src/domain/',
    '^src/local/',
    '^src/backup/',
    contract,
    formats,
    probes,
    '^src/models/',
    '^src/setup/progress-line\\.ts$',
    folders,
    ...declarations,
    '^src/worker/hosts/probe-sandbox\\.ts$',
    // `doctor` inspects a database without opening it, and lists the languages of OCR.
    '^src/(db/external-server|db/embedded/embedded|engines/tesseract/languages)\\.ts$',
    settings,
  ],
};

/** Lists the modules from which a part may import only types, such as that of a handle it is given. */
const mayNameTypesOf = {
  db: [formats],
  queue: [formats],
  telemetry: ['^src/db/database\\.ts$', '^src/queue/claim\\.ts$'],
  http: ['^src/queue/notices/changes\\.ts$', '^src/db/(database|tables)\\.ts$', '^src/telemetry/'],
  worker: ['^src/db/', '^src/telemetry/', '^src/engines/model\\.ts$'],
  cli: ['^src/db/database\\.ts$'],
};

const tests = '\\.test\\.ts$|/testing/|^src/storage/testsuite\\.ts$';

const rules = Object.entries(mayImport).flatMap(([part, allowed]) => {
  const from = { path: `^src/${part}/`, pathNot: tests };
  const known = [`^src/${part}/`, lists, ...allowed];
  const named = mayNameTypesOf[part] ?? [];
  return [
    {
      name: `${part}-sees-too-much`,
      severity: 'error',
      from,
      to: { path: '^src/', pathNot: [...known, ...named] },
    },
    ...(named.length > 0
      ? [
          {
            name: `${part}-may-only-name-types`,
            severity: 'error',
            from,
            to: { path: named, dependencyTypesNot: ['type-only'] },
          },
        ]
      : []),
  ];
});

module.exports = {
  forbidden: [
    ...rules,
    {
      name: 'verb-sees-too-much',
      comment:
        'Code that works on files reaches a server through @filemill/client and this machine through src/local, both behind src/cli/backend.',
      severity: 'error',
      from: {
        path: '^src/cli/(verbs|batch|flags|backend|mcp)/',
        pathNot: [tests, '^src/cli/backend/local\\.ts$'],
      },
      to: {
        path: '^src/',
        pathNot: [
          '^src/cli/[^/]+\\.ts$',
          '^src/cli/(verbs|batch|flags|backend|mcp)/',
          // The folder of unfinished results is the same wherever they are made.
          '^src/local/unfinished-folder\\.ts$',
          // The limits on JSON from outside are the same wherever it is read.
          '^src/contract/json-limits\\.ts$',
          '^src/settings/limits\\.ts$',
          formats,
          lists,
        ],
      },
    },
    {
      name: 'engine-sees-too-much',
      comment:
        'An engine works on a work folder. It may import the contract, the formats, content handling, files that all engines share, its own folder, and the engine.ts of another engine.',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/', pathNot: tests },
      to: {
        path: '^src/',
        pathNot: [
          contract,
          documents,
          formats,
          contents,
          lists,
          workLimits,
          ...sharedByEngines,
          '^src/engines/[^/]+/engine\\.ts$',
          '^src/engines/$1/',
        ],
      },
    },
    {
      name: 'engines-share-too-much',
      severity: 'error',
      from: { path: sharedByEngines, pathNot: tests },
      to: {
        path: '^src/',
        pathNot: [contract, formats, contents, folders, lists, workLimits, ...sharedByEngines],
      },
    },
    {
      name: 'settings-import-nothing',
      severity: 'error',
      from: { path: settings, pathNot: tests },
      to: { path: '^src/', pathNot: settings },
    },
    {
      name: 'only-the-command-starts-everything',
      comment:
        'main.ts, roles and open-data.ts compose the processes; only the command line and tests import them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cli/', '^src/main\\.ts$', '^src/roles/', tests] },
      to: { path: ['^src/(main|open-data)\\.ts$', '^src/roles/'] },
    },
    {
      name: 'main-is-not-the-command',
      severity: 'error',
      from: { path: ['^src/main\\.ts$', '^src/roles/'] },
      to: { path: '^src/(cli|setup)/' },
    },
    {
      name: 'declaration-loads-an-engine',
      comment:
        'The API process loads job.ts but parses no file, so job.ts must not reach a run.ts or the code of an engine.',
      severity: 'error',
      from: { path: '^src/jobs/[^/]+/[^/]+/job\\.ts$' },
      to: {
        reachable: true,
        path: '^src/jobs/[^/]+/[^/]+/run\\.ts$|^src/engines/[^/]+/',
        pathNot: '^src/engines/[^/]+/edges\\.ts$',
      },
    },
    {
      name: 'edges-load-an-engine',
      comment: 'The API process loads edges.ts with the declarations.',
      severity: 'error',
      from: { path: '^src/engines/[^/]+/edges\\.ts$' },
      to: { reachable: true, path: '^src/engines/[^/]+/', pathNot: '^src/engines/[^/]+/edges\\.ts$' },
    },
    {
      name: 'probe-loads-an-engine',
      comment: 'Set-up and the API process check whether an engine is installed without loading it.',
      severity: 'error',
      from: { path: '^src/engines/[^/]+/probe\\.ts$' },
      to: { reachable: true, path: '^src/engines/[^/]+/(engine|convert)\\.ts$' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client is a separate package without dependencies, and runs in browsers.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^client/src/' },
    },
    {
      name: 'client-is-for-callers',
      comment: 'The service does not call itself.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/cli/', tests] },
      to: { path: '^client/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-stay-out',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { path: ['^tests/', '^bench/', tests] },
    },
    {
      name: 'unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'not-a-dependency',
      comment: 'Packages used in production are listed under dependencies, not devDependencies.',
      severity: 'error',
      from: { path: '^src/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
