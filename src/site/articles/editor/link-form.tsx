import type { Editor } from '@tiptap/core'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { type LinkRange, applyLink, removeLink } from './link-commands.ts'
import { type FoundStory, StoryResults, moveInResults, useStorySearch } from './story-search.tsx'
import { LinkPreview } from './link-preview.tsx'
import { parseTypedAddress } from '#site/articles/editor/paste/addresses.ts'

type Props = { editor: Editor; place: LinkRange; onClose(): void }

/** Form for a link's URL. Escape or a click outside cancels. */
export function LinkForm({ editor, place, onClose }: Props) {
  const [typed, setTyped] = useState(place.href)
  const [problem, setProblem] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const read = parseTypedAddress(typed)
  const isAddress = 'address' in read && !/\S\s+\S/.test(typed)
  const search = useStorySearch(typed, isAddress || /^\s*[a-z]+:/i.test(typed))

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !form.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens
  }, [])

  function apply(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() === '' && place.href !== '') return remove()
    const story = search.found[search.active]
    if (story) return choose(story)
    if (!isAddress) {
      setProblem('problem' in read ? read.problem : 'Enter a valid URL, or choose a story.')
      field.current?.focus()
      return
    }
    applyLink(editor, place, read.address)
    onClose()
  }

  function choose({ href, title }: FoundStory) {
    applyLink(editor, place, href, title)
    onClose()
  }

  function remove() {
    removeLink(editor, place)
    onClose()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.target === field.current && moveInResults(event, search)) return
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
    editor.commands.focus(null, { scrollIntoView: false })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape bubbles up from every control inside
    <form ref={form} noValidate onSubmit={apply} onKeyDown={onKeyDown} className="grid gap-2">
      <label htmlFor={id} className="text-sm font-medium text-gray-800">
        URL
      </label>
      <input
        ref={field}
        id={id}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir={isAddress || typed === '' ? 'ltr' : 'auto'}
        role="combobox"
        aria-expanded={search.found.length > 0}
        aria-controls={search.found.length > 0 ? `${id}-stories` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          search.active < 0 || search.found.length === 0 ? undefined : `${id}-stories-${search.active}`
        }
        placeholder="Paste a URL or search stories"
        value={typed}
        aria-invalid={problem !== ''}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          // The results shown may belong to the earlier words.
          search.setActive(-1)
          setProblem('')
        }}
        className={`min-h-11 ${controlLook}`}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      <StoryResults id={`${id}-stories`} search={search} onChoose={choose} />
      {isAddress && 'address' in read && <LinkPreview address={read.address} />}
      <div className="flex justify-end gap-2">
        {place.href !== '' && (
          <Button tone="plain" size="sm" onClick={remove}>
            Remove
          </Button>
        )}
        <Button type="submit" size="sm">
          Apply
        </Button>
      </div>
    </form>
  )
}
