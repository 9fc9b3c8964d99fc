/** A path with a query of the parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | null | undefined>) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
