import type { Access, ContentsItem } from '#contract/articles/articles.ts'
import { moveFootnotesToEnd } from '#contract/document/footnotes.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

type PaywalledStory = {
  authorId: string
  access: Access
  excerpt: string
  html: string
  membersHtml: string
  contents: ContentsItem[]
}

/** The text this viewer may read. Members-only text never leaves the server for other viewers. */
export function visibleText(viewer: Viewer | null, story: PaywalledStory, coAuthorIds: string[]) {
  const { access, html, membersHtml, contents } = story
  const forMembers = access !== 'public' || membersHtml !== ''
  if (!forMembers || (viewer && isEntitled(viewer, story, coAuthorIds))) {
    const whole = moveFootnotesToEnd(html, membersHtml)
    return { html: whole.html + whole.membersHtml, contents, walled: false }
  }
  // A preview ends at the members-only line. Without a line, only the excerpt is public.
  if (access === 'members' || membersHtml === '') {
    return { html: `<p>${escapeText(story.excerpt)}</p>`, contents: [], walled: true }
  }
  return { html, contents: contents.filter(({ id }) => html.includes(` id="${id}"`)), walled: true }
}

function isEntitled(viewer: Viewer, { authorId }: PaywalledStory, coAuthorIds: string[]) {
  return viewer.id === authorId || coAuthorIds.includes(viewer.id) || hasRole(viewer, 'editor')
}

function escapeText(text: string) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
