import { marked } from 'marked'

/** The result is sanitized like all pasted HTML. */
export function markdownToHtml(text: string): string {
  return marked.parse(text, { async: false, gfm: true })
}
