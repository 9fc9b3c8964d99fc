import { useState } from 'react'
import { useApi } from '#site/page.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type Chip, ChipsField } from './chips-field.tsx'
import { useSuggestions } from './use-suggestions.ts'

const MOST_TAGS = 5
const LONGEST_TAG = 40

/** Up to five words a story is found by. */
export function TagsField() {
  const api = useApi()
  const { fields, change, problemOf } = useWriting()
  const [input, setInput] = useState('')
  const { found } = useSuggestions(input.slice(0, LONGEST_TAG), (q) => api('GET /api/tags', { query: { q } }))
  const chips = fields.tags.map((name) => ({ value: keyOf(name), label: name }))

  function add(text: string) {
    setInput('')
    const names = text
      .split(/[,;\n]/)
      .map(tidy)
      .filter(Boolean)
    change({ tags: withoutDoubles([...fields.tags, ...names]).slice(0, MOST_TAGS) })
  }

  return (
    <ChipsField
      name="tags"
      label="Tags"
      placeholder="Add a tag"
      hint={
        chips.length < MOST_TAGS
          ? 'Up to five words it is found by. A comma or Enter adds one.'
          : 'That is five. Take one away to add another.'
      }
      problem={problemOf('tags')}
      chips={chips}
      most={MOST_TAGS}
      suggestions={found.map(({ name, stories }) => ({ value: keyOf(name), label: name, note: storiesText(stories) }))}
      input={input}
      // A list that was pasted is as many tags as it has commas.
      onInput={(text) => (/[,;\n]/.test(text) ? add(text) : setInput(text))}
      onTyped={add}
      onChange={(next: Chip[]) => {
        setInput('')
        change({ tags: next.map(({ label }) => label) })
      }}
    />
  )
}

function tidy(name: string) {
  return [...name.trim().replace(/^#+/, '').replace(/\s+/g, ' ')].slice(0, LONGEST_TAG).join('').trim()
}

/** “Sea” and “sea” are one tag. */
function keyOf(name: string) {
  return name.toLocaleLowerCase()
}

function withoutDoubles(names: string[]) {
  return names.filter((name, i) => names.findIndex((other) => keyOf(other) === keyOf(name)) === i)
}

function storiesText(count: number) {
  return count === 1 ? '1 story' : `${count} stories`
}
