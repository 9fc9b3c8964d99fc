/** Redirects. A target that is not a page is opened by a full page load. */
export const routeRules: Readonly<Record<string, { redirect: string }>> = {
  '/home': { redirect: '/' },
  '/login': { redirect: '/auth/newauth' },
  '/signin': { redirect: '/auth/newauth' },
  '/signup': { redirect: '/auth/newsignup' },
  '/privacy': { redirect: '/privacypolicy' },
  '/terms': { redirect: '/termsandconditions' },
  '/write': { redirect: '/articles/new' },
  '/openapi': { redirect: '/api/openapi.json' },
}

/** The redirect target of a path, ignoring case and a trailing slash. */
export function redirectFor(rules: typeof routeRules, pathname: string): string | null {
  const plain = pathname.toLowerCase().replace(/(.)\/+$/, '$1')
  return Object.hasOwn(rules, plain) ? (rules[plain]?.redirect ?? null) : null
}
