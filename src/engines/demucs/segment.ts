/** The number of samples of each of two channels that htdemucs takes at once, and their rate. */
export const segment = 343_980;
export const segmentRate = 44_100;
