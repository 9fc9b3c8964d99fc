import { offlinePage } from './offline-error.ts'

/** Title, text and actions of an error page. */
export type ErrorContent = {
  title: string
  text: string
  link?: { to: string; label: string }
  /** Whether to offer loading the page again. */
  retry?: true
}

type Failed = { status: number; statusText: string; data?: unknown }

const INVALID_ADDRESS = 'Part of the address can’t be read. Check it for typos.'

/** Runs on the server and with a navigation, so that a page without errors does not load these texts. */
export function describeError(failed: Failed, path: string): ErrorContent {
  const { status, statusText } = failed
  const { code, parameters } = detailsOf(failed.data)
  if (status === 400) return { title: 'This address isn’t valid', ...describeInvalid(failed, parameters, path) }
  if (status === 401)
    return {
      title: 'Sign in to see this',
      text: statusText,
      link: { to: `/auth/newauth?next=${encodeURIComponent(path)}`, label: 'Sign in' },
    }
  if (status === 403) return { title: 'You can’t open this page', text: statusText }
  if (status === 404) return { title: 'Page Not Found', text: statusText }
  if (status === 408) return { title: 'This took too long', text: statusText, retry: true }
  if (status === 409) return { title: 'This page has changed', text: statusText, retry: true }
  if (status === 410)
    return {
      title: statusText,
      text: code === 'gone' ? 'This story was removed by the site’s editors.' : 'Request a new link and open that one.',
    }
  if (status === 413) return { title: 'Request too large', text: 'Send less data, then try again.' }
  if (status === 414) return { title: 'This address is too long', text: 'Shorten the address and open it again.' }
  if (status === 422) return { title: 'We couldn’t open this address', text: statusText }
  if (status === 429) return { title: 'Too many requests', text: 'Wait a moment, then try again.', retry: true }
  if (status === 503) return { title: 'Temporarily unavailable', text: statusText, retry: true }
  if (status < 500) return { title: 'This address can’t be opened', text: statusText }
  return { title: 'Internal Server Error', text: 'Something went wrong on our side. We’ve logged the error.' }
}

/** For an invalid parameter, offers the page without it. */
function describeInvalid({ statusText, data }: Failed, parameters: string[], path: string) {
  const { code } = detailsOf(data)
  const [pathname = '/', search = ''] = path.split('?', 2)
  const query = new URLSearchParams(search)
  for (const name of parameters) query.delete(name)
  const to = pathname + (query.size > 0 && parameters.length > 0 ? `?${query.toString()}` : '')
  const named = parameters.map((name) => `“${name}”`).join(' and ')
  const known = code !== '' && code !== 'invalid' && code !== 'malformed'
  return {
    text: named ? `The value of ${named} in the address isn’t valid.` : known ? statusText : INVALID_ADDRESS,
    ...(search !== '' &&
      to !== '/' && { link: { to, label: named ? `Open without ${named}` : 'Open without parameters' } }),
  }
}

function detailsOf(data: unknown) {
  const { code = '', parameters = [] }: { code?: unknown; parameters?: unknown } =
    typeof data === 'object' && data !== null ? data : {}
  return { code: String(code), parameters: Array.isArray(parameters) ? parameters.map(String) : [] }
}

/** The error of a navigation whose data could not be fetched. Null for other errors. */
export function unreachablePage(error: unknown) {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  // A failed fetch is a TypeError in every browser.
  if (!timedOut && !(error instanceof TypeError)) return null
  if (!navigator.onLine) return offlinePage
  const content: ErrorContent = timedOut
    ? { title: 'The server took too long to respond', text: 'Try again.', retry: true }
    : { title: 'The site is unreachable', text: 'Check your connection, then try again.', retry: true }
  return { ...offlinePage, data: content }
}
