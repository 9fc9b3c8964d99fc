import { useState } from 'react'
import type { Article } from '#contract/articles.ts'
import type { PersonCard } from '#contract/people.ts'
import { sentenceOf } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type Chip, ChipsField } from './chips-field.tsx'
import { useSuggestions } from './use-suggestions.ts'

const MOST_PEOPLE = 10

/** Who writes it, too. Takes effect at once: it is not part of the text, and so not of its versions. */
export function CoAuthorsField({ article }: { article: Article }) {
  const api = useApi()
  const { learn } = useWriting()
  const [input, setInput] = useState('')
  const [people, setPeople] = useState<readonly PersonCard[]>(article.coAuthors)
  const [problem, setProblem] = useState<string | undefined>()
  const { found } = useSuggestions(input.slice(0, 80), (q) => api('GET /api/people', { query: { q } }))
  const others = found.filter(({ id }) => id !== article.author.id)

  async function choose(chips: Chip[]) {
    const before = people
    const known = [...people, ...found]
    const next = chips.flatMap(({ value }) => known.find(({ id }) => id === value) ?? [])
    setInput('')
    setPeople(next)
    setProblem(undefined)
    try {
      const coAuthors = await api('PUT /api/articles/{id}/co-authors', {
        params: { id: article.id },
        body: { people: next.map(({ id }) => id) },
      })
      setPeople(coAuthors)
      learn({ coAuthors })
    } catch (error) {
      // What was refused goes back to how it was.
      setPeople(before)
      setProblem(sentenceOf(error))
    }
  }

  const chipOf = ({ id, name, handle }: PersonCard) => ({ value: id, label: name, note: `@${handle}` })
  return (
    <ChipsField
      name="co-authors"
      label="Co-authors"
      placeholder="Find somebody by name"
      hint="They stand in the byline and may change the text from then on."
      problem={problem}
      chips={people.map(chipOf)}
      most={MOST_PEOPLE}
      suggestions={others.map(chipOf)}
      input={input}
      onInput={setInput}
      onChange={(chips) => void choose(chips)}
    />
  )
}
