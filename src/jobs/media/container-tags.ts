/** Tags about the container of the input, which are wrong in a file of another length or format. */
const containerTags = ['major_brand', 'minor_version', 'compatible_brands', 'encoder', 'duration'];

/** Makes FFmpeg's arguments that leave out the tags about the container of the input. */
export const dropContainerTags = (): string[] => containerTags.flatMap(tag => ['-metadata', `${tag}=`]);
