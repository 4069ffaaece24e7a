export { job } from '../../../../../src/jobs/compare/file-compare/job.ts';
