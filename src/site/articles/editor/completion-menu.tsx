import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId } from 'react'
import { useApi } from '#site/page.ts'
import { CaretListbox } from './caret-listbox.tsx'
import {
  type Completion,
  type CompletionOption,
  choose,
  currentOptions,
  getCompletion,
  setCompletion,
} from './completion-plugin.ts'

const PEOPLE_DELAY_MS = 150
const MAX_PEOPLE = 6

/** Menu of emoji or people. Focus stays in the text, which points to the active option with aria-activedescendant. */
export function CompletionMenu({ editor }: { editor: Editor }) {
  const open = useEditorState({ editor, selector: ({ editor: now }) => getCompletion(now.state) })
  useOptions(editor, open)
  return open && open.options.length > 0 && editor.isEditable ? <Menu editor={editor} open={open} /> : null
}

/** Loads the options of the current query. */
function useOptions(editor: Editor, open: Completion | null) {
  const api = useApi()
  const kind = open?.kind
  const query = open?.query
  useEffect(() => {
    if (kind === undefined || query === undefined) return
    let current = true
    const load = async (): Promise<CompletionOption[]> => {
      if (kind === 'emoji') return (await import('./emoji.ts')).findEmoji(query)
      const people = await api('GET /api/people', { query: { q: query.trim() } })
      return people
        .slice(0, MAX_PEOPLE)
        .map(({ id, name, handle }) => ({ id, name, detail: `@${handle}`, text: name, href: `/user/${handle}` }))
    }
    const answer = (options: CompletionOption[]) => {
      if (current && !editor.isDestroyed)
        editor.view.dispatch(setCompletion(editor.state.tr, { answered: query, options }))
    }
    const timer = setTimeout(
      () => {
        // Completions are optional: the text stays as typed.
        load().then(answer, () => answer([]))
      },
      kind === 'emoji' ? 0 : PEOPLE_DELAY_MS,
    )
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [api, editor, kind, query])
}

function Menu({ editor, open }: { editor: Editor; open: Completion }) {
  const id = useId()
  const activeIndex = currentOptions(open)[open.active] ? open.active : -1
  const activeId = activeIndex < 0 ? null : `${id}-${activeIndex}`
  return (
    <CaretListbox
      editor={editor}
      at={open.from}
      id={`${id}-menu`}
      activeId={activeId}
      label={open.kind === 'emoji' ? 'Emoji' : 'People'}
    >
      {open.options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- focus stays in the text
        <div
          key={`${option.id}-${option.text}`}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="option"
          aria-selected={index === activeIndex}
          onPointerMove={() =>
            index !== open.active && editor.view.dispatch(setCompletion(editor.state.tr, { active: index }))
          }
          onClick={() => choose(editor.view, option)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 py-1 text-sm select-none aria-selected:bg-gray-100"
        >
          {open.kind === 'emoji' && <span className="text-xl">{option.text}</span>}
          <span dir="auto" className="min-w-0 grow truncate font-medium text-gray-900">
            {option.name}
          </span>
          <span className="max-w-1/2 truncate text-gray-600">{option.detail}</span>
        </div>
      ))}
    </CaretListbox>
  )
}
