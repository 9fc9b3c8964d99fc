/** The constants of the specification. */

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Request timeouts of the browser. */
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS
export const REQUEST_TIMEOUT_MOBILE_MS = 60 * SECOND_MS
export const REQUEST_TIMEOUT_OFFLINE_MS = 5 * SECOND_MS

/** Statuses after which a read is retried once. */
export const RETRY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504])

export const TOAST_MS = 5000
export const TOAST_CLOSE_LABEL = 'Close'

export const ICON_CACHE_ENTRIES = 50
export const ICON_CACHE_MS = 168 * HOUR_MS
export const ICON_TIMEOUT_MS = 5 * SECOND_MS
/** After this long without a response, the next icon host is tried in parallel. */
export const ICON_ROTATION_MS = 750

export const PRELOAD_CONCURRENCY = 4

/** Below the base address: the endpoint that receives events, and the scope of its worker, which contains no page. */
export const ANALYTICS_SCOPE = 'api/analytics'

/** A path is not reloaded again while its marker is younger than this. */
export const RELOAD_MARKER_MS = 10 * SECOND_MS
/** The specification leaves the interval open. A new release is picked up within minutes. */
export const BUILD_CHECK_MS = 10 * MINUTE_MS

export const TRANSACTION_RETRY_LIMIT = 25
/** Why a transaction was aborted: too many retries, the row is gone, or it was overwritten meanwhile. In `details.abort`. */
export type AbortReason = 'maxretry' | 'nodata' | 'set'

/** The length of all public ids. */
export const ID_LENGTH = 20

/** The lifetime of ID tokens. */
export const ID_TOKEN_MS = HOUR_MS
/** The browser refreshes a token this long before it expires. */
export const REFRESH_BEFORE_MS = 5 * MINUTE_MS
/** A token counts as expired this early, to allow for clock drift. */
export const EARLY_EXPIRY_MS = 30 * SECOND_MS
/** Exponential backoff of token refreshes after a network failure. */
export const REFRESH_RETRY_FIRST_MS = 30 * SECOND_MS
export const REFRESH_RETRY_MOST_MS = 16 * MINUTE_MS

export const PASSWORD_MIN_LENGTH = 6
/** Sensitive changes need a sign-in that is more recent than this. */
export const RECENT_SIGN_IN_MS = 5 * MINUTE_MS
/** The localStorage key of the signed-in person's public data. */
export const USER_DATA_KEY = 'userDataDetail'

/** Characters that are not allowed in keys of the realtime database. */
// oxlint-disable-next-line no-control-regex -- the rule is about control characters
export const FORBIDDEN_IN_KEYS = /[.#$/[\]\u0000-\u001f\u007f]/
/** The longest string in a response of the realtime database. */
export const MAX_STRING_BYTES = 10 * 1024 * 1024

/** Retry limits of the storage client, with exponential backoff. */
export const STORAGE_OPERATION_MS = 2 * MINUTE_MS
export const STORAGE_UPLOAD_MS = 10 * MINUTE_MS
export const STORAGE_BACKOFF_FIRST_MS = SECOND_MS
export const STORAGE_BACKOFF_MOST_MS = 64 * SECOND_MS
/** Polling interval while a picture is processing. */
export const STORAGE_POLL_MS = SECOND_MS
/** Upload chunks are multiples of this and double in size up to the maximum. */
export const UPLOAD_PIECE_BYTES = 256 * 1024
export const UPLOAD_PIECE_MOST_BYTES = 16 * 1024 * 1024

/** The lifetime of app-check tokens, and how long before its end the browser renews one. */
export const APP_CHECK_MS = 15 * MINUTE_MS
export const APP_CHECK_RENEW_MS = MINUTE_MS

/** Space for offline reading, and how long the browser waits before it reports the site as unreachable. */
export const OFFLINE_BYTES = 40 * 1024 * 1024
export const OFFLINE_LEAST_BYTES = 1024 * 1024
export const UNREACHABLE_MS = 10 * SECOND_MS

/** The widths of picture variants: those of the layouts, at 1x and 2x pixel density. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1920, 2560] as const

/** In characters. */
export const LONGEST_RESPONSE = 10_000
/** Responses with more links are reviewed before they appear. */
export const MAX_LINKS_PER_RESPONSE = 2

/** How often an open editor reports its presence. */
export const PRESENCE_RENEWED_MS = 5 * SECOND_MS

/** Of the alternative text of a picture, in characters. */
export const MAX_ALT_LENGTH = 500

/** Of the token of a gift link, in characters. */
export const MAX_GIFT_TOKEN = 60

const SHORTEST_READ_SECONDS = 10

/** The minimum time to count a story as finished. */
export function secondsToFinish(readingMinutes: number) {
  return Math.max(SHORTEST_READ_SECONDS, (readingMinutes * 60) / 3)
}
