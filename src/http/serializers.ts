import SerializerSelector from '@fastify/fast-json-stringify-compiler';

/**
 * What writes an answer is compiled when the first such answer is sent: compiling hundreds of them, of which a process
 * ever sends a few, took most of a start.
 */
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
