import type { JobType } from '@filemill/client';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../added-files/item.ts';
import { strings } from '../../../wording/strings.ts';

/** Formats whose sheets the page can read. */
const books = new Set(['xlsx', 'xlsm']);
/** Reading the names in a larger workbook would take longer than typing one. */
const maxBytes = 5_000_000;

export const hasSheets = ({ format, size }: Item): boolean => books.has(format ?? '') && size <= maxBytes;

type Options = { properties?: Record<string, object> };

/** Makes the option `sheet` a choice of these sheets, or all of them. */
function offerSheets(type: JobType, names: string[]): JobType {
  const { properties = {} } = type.options as Options;
  const { anyOf: _, ...sheet } = properties.sheet as { anyOf?: unknown; 'x-labels'?: Record<string, string> };
  const labels = Object.fromEntries(names.map(name => [name, name]));
  return {
    ...type,
    options: {
      ...(type.options as Options),
      properties: {
        ...properties,
        sheet: {
          ...sheet,
          type: 'string',
          'x-help': '',
          'x-labels': { ...sheet['x-labels'], all: strings.options.allSheets, ...labels },
        },
      },
    },
    choices: { ...type.choices, sheet: names.length > 1 ? [...names, 'all'] : names },
  };
}

/** Returns the job type with the sheets of the workbook at this address as choices, once they are read. */
export function useSheetChoices(type: JobType | undefined, address: string | undefined): JobType | undefined {
  const takesSheet = type !== undefined && 'sheet' in ((type.options as Options).properties ?? {});
  const { data: names } = useQuery({
    queryKey: ['sheet-names', address],
    queryFn: async () => (await import('../../../components/preview/sheets.ts')).readSheetNames(address!),
    enabled: takesSheet && address !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return type && names && takesSheet ? offerSheets(type, names) : type;
}
