/** What a request for stems needs, and what serves where the model is left out for its licence. */
export const stemNeeds = {
  engines: ['ffmpeg', 'demucs'],
  models: ['htdemucs'],
  instead: { engines: ['ffmpeg', 'classical-separation'] },
};

/** Whether stems are made by the model in a job that has these. */
export const usesModel = (models: readonly string[]): boolean =>
  stemNeeds.models.every(name => models.includes(name));

/** What a caller is told of stems that were not made by the model. */
export const listStemWarnings = (models: readonly string[]): { warnings?: [{ code: 'model_fallback' }] } =>
  usesModel(models) ? {} : { warnings: [{ code: 'model_fallback' }] };

/** The engines that make the stems in a job that has these models. */
export const listStemEngines = (models: readonly string[]): string[] =>
  usesModel(models) ? stemNeeds.engines : stemNeeds.instead.engines;
