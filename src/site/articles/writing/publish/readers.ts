import type { Access } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { countWords, plainText } from '#contract/document/plain-text.ts'
import { hasContent } from '#site/articles/writing/saving/fields.ts'

type Parts = { open: number; members: number; hasMembersPart: boolean }

/** Words above and below the members-only line. */
export function countParts({ content }: Document): Parts {
  const line = content.findIndex(({ type }) => type === 'membersLine')
  const count = (nodes: Document['content']) => countWords(plainText({ content: nodes }))
  return line === -1
    ? { open: count(content), members: 0, hasMembersPart: false }
    : {
        open: count(content.slice(0, line)),
        members: count(content.slice(line + 1)),
        hasMembersPart: hasContent({ content: content.slice(line + 1) }),
      }
}

/** The members-only line hides what is below it, also in a public story. Without one, a preview has no public part. */
export function effectiveAccess(access: Access, { hasMembersPart }: Pick<Parts, 'hasMembersPart'>): Access {
  if (access === 'members') return access
  if (hasMembersPart) return 'preview'
  return access === 'preview' ? 'members' : 'public'
}

/** Describes access for visitors and members. Must match the server's rules. */
export function describeReaders(access: Access, { open, members, hasMembersPart }: Parts) {
  const all = wordsText(open + members)
  return {
    members: `Members can read the whole story (${all}). Everyone else sees the title, cover and excerpt.`,
    preview: `Everyone can read up to the members-only line (${wordsText(open)}). Members can read the whole story (${all}).`,
    public: 'Everyone can read the whole story.',
  }[effectiveAccess(access, { hasMembersPart })]
}

export function wordsText(words: number) {
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
}
