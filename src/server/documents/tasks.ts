import type { Document } from '#contract/document/document.ts'
import { countWords, excerptFrom, plainText, readingMinutes } from './plain-text.ts'
import { renderStory } from './render.ts'
import type { OwnSite } from './attributes.ts'
import { checkDocument } from './validate.ts'
import { type Library, usesOf } from './media-lookup.ts'
import { partsOf } from './members-split.ts'
import { settle } from './normalize.ts'

type Site = OwnSite & { base: string }

/** Documents travel as JSON: copying one node by node would take as long as the work itself. */
export const documentTasks = {
  /** What is wrong with a body, and what it uses of the library. */
  inspect(json: string, site: Site) {
    const body = read(json)
    const faults = checkDocument(body, site)
    return { faults, uses: faults.length === 0 ? usesOf(body) : [] }
  },

  /** Everything that is made from a body which was inspected. */
  render(json: string, library: Library, site: Site) {
    const body = settle(read(json), library, site)
    const { html, membersHtml, contents } = renderStory(body, library)
    const { open, members } = partsOf(body)
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
