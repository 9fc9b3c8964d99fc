const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Also removes control characters, which HTML parsers treat differently. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** Removes bidirectional overrides, so that “exe.fdp” cannot read as a PDF. */
export function stripBidiOverrides(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

/** False for lone surrogates, which the database cannot store. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}

export function stripLoneSurrogates(text: string): string {
  return text.replace(/\p{Cs}/gu, '')
}

/** Returns ` name="value"`, or an empty string without a value. */
export function attribute(name: string, value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`
}
