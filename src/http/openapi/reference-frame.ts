/** The height of the bar above the reference, which the reference leaves free. */
const height = '48px';

/** Tables are scrolled by themselves on a phone. Names are not broken in their narrow columns. */
export const referenceStyle = `
:root { --scalar-custom-header-height: ${height} }
.bar { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: ${height}; padding: 0 16px; display: flex; align-items: center;
  gap: 16px; font: 14px var(--scalar-font); color: var(--scalar-color-1); background: var(--scalar-background-1); border-bottom: 1px solid var(--scalar-border-color) }
.bar a { display: inline-flex; align-items: center; gap: 8px; color: inherit; text-decoration: none }
.bar a:hover { text-decoration: underline }
.bar a:first-child { margin-inline-end: auto; font-weight: 600 }
@media (max-width: 1000px) { #app .markdown table { display: block; width: 100%; overflow-x: auto } }
.markdown td code { white-space: nowrap }`;

/** Addresses are relative, because the service may be behind a proxy below a path. */
const root = '../../../';

const bar = `<header class="bar"><a href="${root}"><img src="${root}favicon.svg" alt="" width="24" height="24">Filemill</a><a href="${root}docs/">Documentation</a><a href="${root}">Workspace</a></header>`;

/** Adds the links back to the workspace and the documentation to the reference page. */
export const frameReference = (html: string): string =>
  html
    .replace('<html>', '<html lang="en">')
    .replace('</head>', `<link rel="icon" href="${root}favicon.svg" />\n  </head>`)
    .replace('<div id="app">', `${bar}\n    <div id="app">`);
