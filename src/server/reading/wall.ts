import type { Access, ContentsItem } from '#contract/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import type { Viewer } from '#contract/viewer.ts'

type Walled = {
  authorId: string
  access: Access
  excerpt: string
  html: string
  membersHtml: string
  contents: ContentsItem[]
}

/** What this viewer gets of a story's text. What is for members never leaves the server for anybody else. */
export function textFor(viewer: Viewer | null, story: Walled, coAuthorIds: string[]) {
  const { access, html, membersHtml, contents } = story
  const forMembers = access !== 'public' || membersHtml !== ''
  if (!forMembers || (viewer && isEntitled(viewer, story, coAuthorIds))) {
    return { html: html + membersHtml, contents, walled: false }
  }
  // A preview ends at the line; without one its author has shown nothing.
  if (access === 'members' || membersHtml === '') {
    return { html: `<p>${escapeText(story.excerpt)}</p>`, contents: [], walled: true }
  }
  return { html, contents: contents.filter(({ id }) => html.includes(` id="${id}"`)), walled: true }
}

function isEntitled(viewer: Viewer, { authorId }: Walled, coAuthorIds: string[]) {
  return viewer.id === authorId || coAuthorIds.includes(viewer.id) || hasRole(viewer, 'editor')
}

function escapeText(text: string) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
