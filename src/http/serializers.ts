import SerializerSelector from '@fastify/fast-json-stringify-compiler';

/** Compiles a serialiser when its first answer is sent. A process uses few of the hundreds there are, and compiling them all took most of the start-up time. */
export const buildSerializer: SerializerSelector.SerializerFactory = (shared, options) => {
  const compile = SerializerSelector()(shared, options);
  return answer => {
    let write: SerializerSelector.Serializer | undefined;
    return value => {
      write ??= compile(answer);
      return write(value);
    };
  };
};
