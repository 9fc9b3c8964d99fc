import type { Document } from '#contract/document/document.ts'
import { withoutHints } from './hints.ts'
import { countWords, plainText, readingMinutes } from '#contract/document/plain-text.ts'
import { excerptFrom } from './excerpt.ts'
import { renderStory } from './render.ts'
import type { OwnSite } from './attributes.ts'
import { validateDocument } from './validate.ts'
import { type Library, findMediaReferences } from './media-lookup.ts'
import { splitAtMembersLine } from './members-split.ts'
import { normalizeDocument } from './normalize.ts'

type Site = OwnSite & { base: string }

/** Documents are passed as JSON, because structured cloning takes as long as the work itself. */
export const documentTasks = {
  /** Validates a body and lists its media references. */
  inspect(json: string, site: Site) {
    const body = read(json)
    const issues = validateDocument(body, site)
    return { issues, references: issues.length === 0 ? findMediaReferences(body) : [] }
  },

  /** Derives everything stored with a validated body. */
  render(json: string, library: Library, site: Site) {
    const body = normalizeDocument(read(json), library, site)
    const shown = withoutHints(body)
    const { html, membersHtml, contents } = renderStory(shown, library)
    const { open, members } = splitAtMembersLine(shown)
    const [plain, membersPlain] = [plainText({ content: open }), plainText({ content: members })]
    const wordCount = countWords(plain) + countWords(membersPlain)
    return {
      body: JSON.stringify(body),
      contents: JSON.stringify(contents),
      html,
      membersHtml,
      plain,
      membersPlain,
      excerpt: excerptFrom(body),
      wordCount,
      readingMinutes: readingMinutes(wordCount),
    }
  },
}

function read(json: string): Document {
  return JSON.parse(json)
}
