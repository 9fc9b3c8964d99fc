import type { Preview } from '#contract/articles.ts'

export type Audience = 'visitor' | 'member'

/** A preview as its pages carry it: the two texts under names of their own, because `html` stays behind on the page. */
export type PreviewParts = {
  preview: Omit<Preview, 'html' | 'membersHtml'>
  everybodys: string
  members: string
}

export function toParts({ html, membersHtml, ...preview }: Preview): PreviewParts {
  return { preview, everybodys: html, members: membersHtml }
}

export function audienceOf(text: string | undefined): Audience {
  return text === 'visitor' ? 'visitor' : 'member'
}
