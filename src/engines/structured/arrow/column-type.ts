import { type DataType, type TimeUnit, Type, type UnionMode } from 'apache-arrow';
import type { ColumnType } from '../../../tabular/types.ts';

/** The fields of all of Arrow's types, which do not narrow by their ids. */
export type AnyType = DataType & {
  precision: number;
  bitWidth: number;
  isSigned: boolean;
  scale: number;
  timezone?: string | null;
  unit: TimeUnit;
  dictionary: AnyType;
  listSize: number;
  mode: UnionMode;
  typeIdToChildIndex: Record<number, number>;
};

/** Reads the name of a column or a struct's field: apache-arrow gives null for an empty one. */
export const readFieldName = (field: { name: string | null }): string => field.name ?? '';

/** Converts the type of an Arrow column to ours. */
export function readColumnType(given: DataType): ColumnType {
  const type = given as AnyType;
  switch (type.typeId) {
    case Type.Bool:
      return { kind: 'boolean' };
    case Type.Int:
      // Half of the unsigned numbers of 64 bits are greater than the greatest signed one.
      return type.bitWidth === 64 && !type.isSigned
        ? { kind: 'decimal', whole: 20, scale: 0 }
        : { kind: 'integer' };
    case Type.Float:
      return { kind: 'double' };
    case Type.Decimal:
      return { kind: 'decimal', whole: type.precision - type.scale, scale: type.scale };
    case Type.Date:
      return { kind: 'date' };
    case Type.Time:
      return { kind: 'time' };
    case Type.Timestamp:
      return { kind: type.timezone ? 'timestamp' : 'datetime' };
    case Type.Binary:
    case Type.LargeBinary:
    case Type.BinaryView:
    case Type.FixedSizeBinary:
      return { kind: 'binary' };
    case Type.List:
    case Type.LargeList:
    case Type.FixedSizeList:
      return { kind: 'list', of: readColumnType(type.children[0]!.type) };
    case Type.Struct:
      return {
        kind: 'struct',
        fields: new Map(
          (type.children as { name: string; type: DataType }[]).map(field => [
            readFieldName(field),
            readColumnType(field.type),
          ]),
        ),
      };
    case Type.Map:
      return {
        kind: 'map',
        of: readColumnType((type.children[0]!.type.children as { type: DataType }[])[1]!.type),
      };
    case Type.Dictionary:
      return readColumnType(type.dictionary);
    case Type.Null:
      return { kind: 'null' };
    case Type.Union:
      return { kind: 'json' };
    default:
      return { kind: 'string' };
  }
}
