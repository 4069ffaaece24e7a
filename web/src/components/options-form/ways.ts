/** Ways to use a job type whose options exclude each other. */
export interface Ways {
  title: string;
  list: Way[];
}

interface Way {
  title: string;
  options: string[];
  /** The options that choosing it sets. */
  sets?: Record<string, unknown>;
}

/** Returns the way that these options use: the last one whose own options are all given, otherwise the first. */
export const findWay = ({ list }: Ways, options: Record<string, unknown>): Way =>
  list.findLast(
    ({ sets }) => sets && Object.entries(sets).every(([name, value]) => isGivenAs(options[name], value)),
  ) ?? list[0]!;

/** Switches are given if they are set in the same way, and other options with any value. */
const isGivenAs = (given: unknown, value: unknown): boolean =>
  typeof value === 'boolean' ? given === value : given !== undefined;

/** Replaces the options of all ways by those that the chosen one sets. */
export const chooseWay = (
  { list }: Ways,
  title: string,
  options: Record<string, unknown>,
): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(options).filter(([name]) => !list.some(way => way.options.includes(name))),
  ),
  ...list.find(way => way.title === title)?.sets,
});

/** Whether a form with this way shows an option. Choosing the way has already set its switch. */
export const isOfWay = ({ list }: Ways, way: Way, name: string): boolean =>
  way.options.includes(name)
    ? typeof way.sets?.[name] !== 'boolean'
    : !list.some(({ options }) => options.includes(name));
