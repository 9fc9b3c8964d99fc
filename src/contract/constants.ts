/** The numbers of the specification, by name. Each is used where it acts and tested by its effect. */

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** How long the browser waits for an answer; when it knows it is offline it gives up sooner. */
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
export const REQUEST_TIMEOUT_MOBILE_MS = 60 * SECOND_MS
export const REQUEST_TIMEOUT_OFFLINE_MS = 5 * SECOND_MS

/** Answers worth asking for once more, when asking changes nothing. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

export const TOAST_MS = 5000
export const TOAST_CLOSE_LABEL = 'Close'

export const ICON_CACHE_ENTRIES = 50
export const ICON_CACHE_MS = 168 * HOUR_MS
export const ICON_TIMEOUT_MS = 5 * SECOND_MS
/** After this long without an answer the next icon host is asked as well. */
export const ICON_ROTATION_MS = 750

export const PRELOAD_CONCURRENCY = 4

/** A reload of one path is not repeated while its marker is this young. */
export const RELOAD_MARKER_MS = 10 * SECOND_MS
/** The specification leaves the interval open: often enough to pick a release up within minutes. */
export const BUILD_CHECK_MS = 10 * MINUTE_MS

export const TRANSACTION_RETRY_LIMIT = 25

/** Every id that leaves the server. */
export const ID_LENGTH = 20

/** ID tokens live an hour. The browser asks for the next one this long before the end … */
export const ID_TOKEN_MS = HOUR_MS
export const REFRESH_BEFORE_MS = 5 * MINUTE_MS
/** … and counts a token as expired this early, because clocks drift. */
export const EARLY_EXPIRY_MS = 30 * SECOND_MS
/** After a network failure it waits this long, twice as long each time, up to the most. */
export const REFRESH_RETRY_FIRST_MS = 30 * SECOND_MS
export const REFRESH_RETRY_MOST_MS = 16 * MINUTE_MS

export const PASSWORD_MIN_LENGTH = 6
/** A sign-in older than this must be repeated before a dangerous change. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS
/** What a browser keeps about the signed-in person, and nothing secret among it. */
export const USER_DATA_KEY = 'userDataDetail'

/** Keys of the data tree: not empty, and without these or control characters. */
// oxlint-disable-next-line no-control-regex -- the rule is about control characters
export const FORBIDDEN_IN_KEYS = /[.#$/[\]\u0000-\u001f\u007f]/
/** The longest text that the data tree answers with. */
export const MAX_STRING_BYTES = 10 * 1024 * 1024

/** How long the upload client tries: two minutes for an operation, ten for an upload, waiting twice as long each time. */
export const STORAGE_OPERATION_MS = 2 * MINUTE_MS
export const STORAGE_UPLOAD_MS = 10 * MINUTE_MS
export const STORAGE_BACKOFF_FIRST_MS = SECOND_MS
export const STORAGE_BACKOFF_MOST_MS = 64 * SECOND_MS
/** How often a picture that is processing is asked about. */
export const STORAGE_POLL_MS = SECOND_MS
/** Pieces of an upload are multiples of this, doubling up to the most. */
export const UPLOAD_PIECE_BYTES = 256 * 1024
export const UPLOAD_PIECE_MOST_BYTES = 16 * 1024 * 1024

/** How much of what was read a browser keeps to read without a network, and how long it waits before it says so. */
export const OFFLINE_BYTES = 40 * 1024 * 1024
export const OFFLINE_LEAST_BYTES = 1024 * 1024
export const UNREACHABLE_MS = 10 * SECOND_MS

/** The widths pictures are made in: what the layouts use, at one and at two pixels to a point. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1920, 2560] as const

/** How many letters a response may have. */
export const LONGEST_RESPONSE = 10_000

/** How often an open editor tells the server that it is still there. */
export const PRESENCE_RENEWED_MS = 5 * SECOND_MS
