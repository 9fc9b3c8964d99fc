import { fetchWithRetry } from '#site/fetch.ts'
import { redirectFor, type routeRules } from '#site/route-rules.ts'

/** The route rules of this build, fetched on the first navigation. */
export function createRouteRules(base: string, build: string) {
  let rules: Promise<typeof routeRules> | null = null
  async function load(): Promise<typeof routeRules> {
    const response = await fetchWithRetry(`${base}builds/meta/${build}.json`)
    const meta: { rules: typeof routeRules } = await response.json()
    return meta.rules
  }
  return async (pathname: string) => {
    rules ??= load()
    try {
      return redirectFor(await rules, pathname)
    } catch {
      // The server applies the rules anyway; retried on the next navigation.
      rules = null
      return null
    }
  }
}
