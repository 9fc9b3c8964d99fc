import type { Access, ContentsItem } from '#contract/articles/articles.ts'
import { moveFootnotesToEnd } from '#contract/document/footnotes.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

type PaywalledStory = {
  authorId: string
  access: Access
  forMembers: boolean
  excerpt: string
  html: string
  membersHtml: string
  contents: ContentsItem[]
}

/**
 * The text of a story in its page. Members-only text never leaves the server for other viewers, and members fetch it
 * apart from the page (docs/decisions/0057-members-part.md).
 */
export function visibleText(viewer: Viewer | null, story: PaywalledStory, coAuthorIds: string[]) {
  const { html, contents } = story
  if (!story.forMembers || (viewer && contributorRole(viewer, story, coAuthorIds))) {
    const whole = moveFootnotesToEnd(html, story.membersHtml)
    return { html: whole.html + whole.membersHtml, contents, walled: false }
  }
  if (hasNoPreview(story)) return { html: `<p>${escapeText(story.excerpt)}</p>`, contents: [], walled: true }
  return { html, contents: contents.filter(({ id }) => html.includes(` id="${id}"`)), walled: true }
}

/** What follows the preview of a story. */
export function splitText(story: PaywalledStory): { rest: string; replacesPreview: boolean } {
  const whole = moveFootnotesToEnd(story.html, story.membersHtml)
  const replacesPreview = !story.forMembers || hasNoPreview(story)
  return { rest: replacesPreview ? whole.html + whole.membersHtml : whole.membersHtml, replacesPreview }
}

/** A preview ends at the members-only line. Without a line, only the excerpt is public. */
function hasNoPreview({ access, membersHtml }: PaywalledStory) {
  return access === 'members' || membersHtml === ''
}

/** Whether the viewer reads the whole story because of their work on it. Their pages are rendered for them alone. */
export function contributorRole(
  viewer: Viewer,
  { authorId }: Pick<PaywalledStory, 'authorId'>,
  coAuthorIds: string[],
): 'author' | 'editor' | null {
  if (viewer.id === authorId || coAuthorIds.includes(viewer.id)) return 'author'
  return hasRole(viewer, 'editor') ? 'editor' : null
}

function escapeText(text: string) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
