import type { Preview } from '#contract/articles/review.ts'

export type Audience = 'visitor' | 'member'

/** A preview as page data. The page payload omits properties named `html`, so the rendered texts have other names. */
export type PreviewParts = {
  preview: Omit<Preview, 'html' | 'membersHtml'>
  publicText: string
  membersText: string
}

export function splitPreview({ html, membersHtml, ...preview }: Preview): PreviewParts {
  return { preview, publicText: html, membersText: membersHtml }
}

export function parseAudience(text: string | undefined): Audience {
  return text === 'visitor' ? 'visitor' : 'member'
}
