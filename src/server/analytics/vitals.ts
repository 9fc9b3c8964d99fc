/** The ratio of the bounds of two neighbouring buckets of a histogram. */
export const VITAL_BASE = 1.02
