/** What htdemucs takes at once: so many samples of two channels, at this rate. */
export const segment = 343_980;
export const segmentRate = 44_100;
