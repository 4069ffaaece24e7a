/** The module that extensions import as `filemill`: see "Extensions" in CONTRIBUTING.md. */
export { JobFailure } from './contract/failure.ts';
export { oneOf } from './contract/schemas/fields.ts';
export type { Convert, Edge } from './engines/conversion.ts';
export type { Engine } from './engines/engine.ts';
export {
  type DecodeImage,
  type EncodeImage,
  type ImageFormats,
  plainPicture,
} from './engines/image-formats.ts';
export {
  findNpmVersion,
  findProgramVersion,
  findPythonVersion,
  fontPaths,
  pythonPaths,
} from './engines/installed.ts';
export type { Infer } from './engines/model.ts';
export { ProgramFailure, runProgram } from './engines/program.ts';
export { makeOutputName, stripExtension } from './formats/declared.ts';
export type { FormatId } from './formats/formats.ts';
export { defineJobType, Refusal, turnInto, type Verb } from './jobs/job-type.ts';
export type { Run } from './jobs/run.ts';
