import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Files that are only for tests. */
const isTest = (path: string): boolean => /\.test\.ts$|(^|\/)testing\/|testsuite\.ts$/.test(path);

/** The options of `tsconfig.json`, with output. Types were checked before; here they are only removed. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/** Writes every file of `from` into an empty `to`: TypeScript as JavaScript, the rest unchanged. */
export function compileFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  for (const path of globSync('**/*.*', { cwd: from, exclude: ['**/__pycache__/**'] })) {
    if (isTest(path) || path.endsWith('.d.ts')) continue;
    const target = join(to, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (!path.endsWith('.ts')) copyFileSync(join(from, path), target);
    else {
      const text = readFileSync(join(from, path), 'utf8');
      const { outputText } = ts.transpileModule(text, { compilerOptions: options, fileName: 'module.mts' });
      writeFileSync(target, outputText);
    }
  }
}

/** Declarations keep the names of the sources. */
const tsImport = /((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g;

/** Writes the types of what `entry` exports, file by file, next to the JavaScript. */
export function writeTypes(entry: string, from: string, to: string, lib: string[], types: string[]): void {
  const program = ts.createProgram([entry], {
    ...options,
    lib,
    types,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: from,
    outDir: to,
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replaceAll(tsImport, '$1.js$2'));
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems, {
        getCanonicalFileName: name => name,
        getCurrentDirectory: () => process.cwd(),
        getNewLine: () => '\n',
      }),
    );
}
