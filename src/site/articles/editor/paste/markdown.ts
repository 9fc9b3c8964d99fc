import { marked } from 'marked'

/** The HTML of Markdown. It is cleaned like everything else that is pasted. */
export function htmlOfMarkdown(text: string): string {
  return marked.parse(text, { async: false, gfm: true })
}
