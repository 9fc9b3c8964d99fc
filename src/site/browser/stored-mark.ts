/** The data attribute of the root element of a stored page. */
export const STORED = 'stored'
