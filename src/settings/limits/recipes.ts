import { mb } from './units.ts';

/** Recipes, batches, triggers and golden files. */
export const recipesLimits = {
  /** Recipes of a workspace, and those it creates in a day. */
  recipesPerWorkspace: 1000,
  recipesPerDay: 2000,
  /** Versions of a recipe, with the current one. */
  recipeVersions: 100,
  /** Files that one step of a recipe runs on, one job each. */
  stepJobs: 500,

  /**
   * Batches: how many of a workspace may be at work, how many of its jobs a batch has in the queue at once, how often and how many
   * batches are looked at, how long one waits that a quota has stopped, the most files of its zip, and how many of its inputs are checked
   * before other requests are answered.
   */
  batch: {
    activePerWorkspace: 50,
    live: 200,
    feedSeconds: 1,
    fedAtOnce: 20,
    blockedSeconds: 15,
    zipFiles: 50_000,
    inputsAtOnce: 200,
  },

  /** Triggers: the most in a workspace, how many are handled in one round, how often, how long one may take, and the files that one starts at once. */
  trigger: { perWorkspace: 50, atOnce: 5, everySeconds: 2, leaseSeconds: 300, filesAtOnce: 500 },

  /**
   * Golden files: their number for each recipe, the files and bytes of an accepted result, how often the service looks for those
   * that need a check, how many are checked at once, and the bytes of a report that are read.
   */
  golden: { perRecipe: 20, files: 50, bytes: 256 * mb, everySeconds: 5, atOnce: 10, reportBytes: 512 * 1024 },
} as const;
