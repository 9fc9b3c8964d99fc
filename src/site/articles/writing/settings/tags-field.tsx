import { useState } from 'react'
import { useApi } from '#site/page.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type Chip, ChipsField } from './chips-field.tsx'
import { useSuggestions } from './use-suggestions.ts'

const MAX_TAGS = 5
const MAX_TAG_LENGTH = 40

export function TagsField() {
  const api = useApi()
  const { fields, change, errorOf } = useWriting()
  const [input, setInput] = useState('')
  const { found } = useSuggestions(input.slice(0, MAX_TAG_LENGTH), (q) => api('GET /api/tags', { query: { q } }))
  const chips = fields.tags.map((name) => ({ value: keyOf(name), label: name }))

  function add(text: string) {
    setInput('')
    const names = text
      .split(/[,;\n]/)
      .map(normalizeTag)
      .filter(Boolean)
    change({ tags: removeDuplicates([...fields.tags, ...names]).slice(0, MAX_TAGS) })
  }

  return (
    <ChipsField
      name="tags"
      label="Tags"
      placeholder="Add a tag"
      hint={
        chips.length < MAX_TAGS
          ? 'Up to five. Press comma or Enter to add a tag.'
          : 'You’ve added five tags. Remove one to add another.'
      }
      problem={errorOf('tags')}
      chips={chips}
      max={MAX_TAGS}
      suggestions={found.map(({ name, stories }) => ({
        value: keyOf(name),
        label: name,
        note: formatStories(stories),
      }))}
      input={input}
      // A pasted list becomes several tags.
      onInput={(text) => (/[,;\n]/.test(text) ? add(text) : setInput(text))}
      onTyped={add}
      onChange={(next: Chip[]) => {
        setInput('')
        change({ tags: next.map(({ label }) => label) })
      }}
    />
  )
}

function normalizeTag(name: string) {
  return [...name.trim().replace(/^#+/, '').replace(/\s+/g, ' ')].slice(0, MAX_TAG_LENGTH).join('').trim()
}

/** Tags are case-insensitive. */
function keyOf(name: string) {
  return name.toLocaleLowerCase()
}

function removeDuplicates(names: string[]) {
  return names.filter((name, i) => names.findIndex((other) => keyOf(other) === keyOf(name)) === i)
}

function formatStories(count: number) {
  return count === 1 ? '1 story' : `${count} stories`
}
