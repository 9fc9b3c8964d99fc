import { useState } from 'react'
import type { Article } from '#contract/articles/articles.ts'
import type { PersonCard } from '#contract/people.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type Chip, ChipsField } from './chips-field.tsx'
import { useSuggestions } from './use-suggestions.ts'

const MAX_CO_AUTHORS = 10

/** Saved immediately: co-authors are not part of the draft or its versions. */
export function CoAuthorsField({ article }: { article: Article }) {
  const api = useApi()
  const { updateArticle } = useWriting()
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
      updateArticle({ coAuthors })
    } catch (error) {
      setPeople(before)
      setProblem(errorMessage(error))
    }
  }

  const chipOf = ({ id, name, handle }: PersonCard) => ({ value: id, label: name, note: `@${handle}` })
  return (
    <ChipsField
      name="co-authors"
      label="Co-authors"
      placeholder="Search by name"
      hint="Co-authors appear in the byline and can edit the story."
      problem={problem}
      chips={people.map(chipOf)}
      max={MAX_CO_AUTHORS}
      suggestions={others.map(chipOf)}
      input={input}
      onInput={setInput}
      onChange={(chips) => void choose(chips)}
    />
  )
}
