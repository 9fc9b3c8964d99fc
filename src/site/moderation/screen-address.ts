/** The address of this screen with some parameters changed. Empty ones are left out. */
export function screenAddress(query: Record<string, string | undefined>, changes: Record<string, string | null>) {
  const next = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...changes })) if (value) next.set(name, value)
  const text = next.toString().replaceAll('%3A', ':')
  return text ? `/admin/responses?${text}` : '/admin/responses'
}
