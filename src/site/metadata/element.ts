const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

type Attributes = Record<string, string | null | undefined>

/** The start tag of an element. Attributes without a value are left out. */
export function tag(name: string, attributes: Attributes) {
  let text = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== null && value !== undefined) text += ` ${key}="${escapeHtml(value)}"`
  }
  return `${text}>`
}
