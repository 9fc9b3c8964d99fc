type Query = { q?: string; kind?: string | null; of?: 'everybody' | null; before?: string | null }

export function libraryUrl(query: Query) {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `/library?${new URLSearchParams(given).toString()}` : '/library'
}
