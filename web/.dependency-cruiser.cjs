/** The import rules of the web page. A page is a folder that no other page imports; shared parts are components. */
const pages = '^web/src/pages/';
const shell = '^web/src/shell/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'page-sees-a-page',
      severity: 'error',
      from: { path: '^web/src/pages/([^/]+)/' },
      to: { path: pages, pathNot: '^web/src/pages/$1/' },
    },
    {
      name: 'component-sees-too-much',
      severity: 'error',
      from: { path: '^web/src/components/' },
      to: { path: [pages, shell, '^web/src/router'] },
    },
    {
      name: 'files-see-what-is-made-of-them',
      comment: 'Conversions import added files, not the other way round.',
      severity: 'error',
      from: { path: '^web/src/added-files/' },
      to: { path: [pages, shell, '^web/src/conversions/'] },
    },
    {
      name: 'conversion-sees-the-screen',
      severity: 'error',
      from: { path: '^web/src/(conversions|undo|wording)/' },
      to: { path: [pages, shell, '^web/src/components/'] },
    },
    {
      name: 'api-sees-the-screen',
      severity: 'error',
      from: { path: '^web/src/api/' },
      to: { path: [pages, shell, '^web/src/components/'] },
    },
    {
      name: 'only-the-api-folder-calls',
      comment: 'Pages call the functions and hooks of web/src/api.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/api/' },
      to: { path: '^client/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'page-sees-the-service',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|tests|bench)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^client/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'web/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'browser', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
