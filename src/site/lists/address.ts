/** A path with those parts of a query that say something. */
export function addressWith(path: string, query: Record<string, string | null | undefined>) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given).toString()}` : path
}
