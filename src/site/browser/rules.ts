import { fetchWithRetry } from '#site/fetch.ts'
import { redirectFor, type routeRules } from '#site/route-rules.ts'

/** The route rules of this build, fetched once, when the first navigation asks. */
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
      // Without the rules the server still knows them; asked again at the next navigation.
      rules = null
      return null
    }
  }
}
