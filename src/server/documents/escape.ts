const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it stands in a page. Control characters mean nothing there, and parsers disagree about them. */
export function escapeHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character] ?? character)
}

/** A name without what turns the order of letters round: “exe.fdp” must not read as a PDF. */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

/** Half a surrogate pair is no character, and the database cannot store it. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}

export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '')
}

/** ` name="value"`, or nothing for what is not there. */
export function attribute(name: string, value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '' : ` ${name}="${escapeHtml(String(value))}"`
}
