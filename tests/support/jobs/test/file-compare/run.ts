export { run } from '../../../../../src/jobs/compare/file-compare/run.ts';
