/** How a worker says that it has a model, and a job that it needs one: beside the engines. */
export const nameNeed = (modelName: string): string => `model:${modelName}`;
