/**
 * The engines and models for stems, and the fallback for installations that exclude the model for its
 * licence.
 */
export const stemNeeds = {
  engines: ['ffmpeg', 'demucs'],
  models: ['htdemucs'],
  instead: { engines: ['ffmpeg', 'classical-separation'] },
};

/** Returns true if a job with these models separates stems by the model. */
export const usesModel = (models: readonly string[]): boolean =>
  stemNeeds.models.every(name => models.includes(name));

/** Returns the warning for stems made by the classical fallback instead of the model. */
export const listStemWarnings = (models: readonly string[]): { warnings?: [{ code: 'model_fallback' }] } =>
  usesModel(models) ? {} : { warnings: [{ code: 'model_fallback' }] };

/** Returns the engines that make the stems in a job with these models. */
export const listStemEngines = (models: readonly string[]): string[] =>
  usesModel(models) ? stemNeeds.engines : stemNeeds.instead.engines;
