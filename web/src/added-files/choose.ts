import type { Recipe } from '@filemill/client';
import { findMissing } from '../wording/options.ts';
import type { Item } from './item.ts';
import { findPartHint } from './parts.ts';
import { changeItem } from './store.ts';
import type { Target } from './targets.ts';

/** Chooses the conversion or the recipe of an item, with its default options. Without a target it is not converted. */
export const chooseFor = (id: string, choice: { target: string | undefined } | { recipe: Recipe }): void =>
  changeItem(id, {
    ...('recipe' in choice
      ? { recipe: { id: choice.recipe.id, name: choice.recipe.name } }
      : { target: choice.target, recipe: undefined }),
    options: {},
    parts: undefined,
    problem: undefined,
    refused: undefined,
  });

/** Returns what a person still has to choose before the item can be converted: "Choose a width". */
export const findItemHint = (item: Item, { jobType, options, output }: Target): string | undefined =>
  findPartHint(item, jobType) ??
  findMissing(jobType, { ...options, ...item.options }, { input: item.format, output });
