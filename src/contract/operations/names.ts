/** Jobs whose failed items can be retried. */
export const failedJobs = ['mail', 'pictures', 'push', 'scheduled-publishing'] as const
export type FailedJob = (typeof failedJobs)[number]

export const jobStates = ['idle', 'running', 'failing'] as const
export type JobState = (typeof jobStates)[number]

export const logLevelNames = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
