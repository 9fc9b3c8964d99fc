import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { PersonCard } from '#contract/people.ts'
import { useApi } from '#site/page.ts'
import { type Mention, findMentionAt } from './mention-input.ts'

const DEBOUNCE_MS = 120

type Options = { storyId: string; wanted: boolean; onChoose(mention: Mention, handle: string): void }

/** Suggestions while a mention is typed. Focus stays in the text field; aria-activedescendant points to the option. */
export function useMentions({ storyId, wanted, onChoose }: Options) {
  const api = useApi()
  const id = useId()
  const [mention, setMention] = useState<Mention | null>(null)
  const [people, setPeople] = useState<readonly PersonCard[]>([])
  const [active, setActive] = useState(0)
  /** The `@` whose list was dismissed. */
  const [closed, setClosed] = useState<number | null>(null)
  const words = wanted ? (mention?.words ?? null) : null

  useEffect(() => {
    if (words === null) return undefined
    let over = false
    const timer = setTimeout(() => {
      api('GET /api/stories/{ref}/mentionable', { params: { ref: storyId }, query: { q: words } }).then(
        (found) => {
          if (over) return
          setPeople(found)
          setActive(0)
        },
        // Suggestions are optional: the handle can be typed.
        () => {},
      )
    }, DEBOUNCE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [api, storyId, words])

  const open = words !== null && mention !== null && mention.from !== closed && people.length > 0
  const choose = (person: PersonCard) => {
    if (!mention) return
    setPeople([])
    setMention(null)
    onChoose(mention, person.handle)
  }

  function look(text: string, caret: number) {
    const found = findMentionAt(text, caret)
    if (found?.from !== mention?.from) {
      setPeople([])
      setClosed(null)
    }
    setMention(found)
  }

  /** True when the list handled the key. */
  function onKey(event: KeyboardEvent): boolean {
    if (!open || event.nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = people[active]
    if (step) setActive((active + step + people.length) % people.length)
    else if (event.key === 'Escape') setClosed(mention.from)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.ctrlKey && !event.metaKey)
      choose(chosen)
    else return false
    event.preventDefault()
    return true
  }

  const optionId = (index: number) => `${id}-${index}`
  return {
    open,
    people: open ? people : [],
    active,
    listId: `${id}-list`,
    optionId,
    point: setActive,
    choose,
    look,
    leave: () => setMention(null),
    onKey,
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(open && { 'aria-controls': `${id}-list`, 'aria-activedescendant': optionId(active) }),
    },
  }
}

export type Mentions = ReturnType<typeof useMentions>
