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

/** Describes access for visitors and members. Must match the server's rules. */
export function describeReaders(access: Access, { open, members, hasMembersPart }: Parts) {
  const all = wordsText(open + members)
  if (access === 'members' || (access === 'preview' && !hasMembersPart))
    return `Members can read the whole story (${all}). Everyone else sees the title, cover and excerpt.`
  if (hasMembersPart)
    return `Everyone can read up to the members-only line (${wordsText(open)}). Members can read the whole story (${all}).`
  return 'Everyone can read the whole story.'
}

export function wordsText(words: number) {
  return `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
}
