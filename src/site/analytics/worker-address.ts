/** Below the base address of the site. */
export const WORKER_FILE = 'sw-analytics.js'
/** The endpoint that receives the events. As the scope of the worker, it contains no page. */
export const WORKER_SCOPE = 'api/analytics'
