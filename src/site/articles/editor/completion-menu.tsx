import { type Editor, posToDOMRect } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useId, useRef } from 'react'
import { useFloatingPosition } from '#site/ui/floating-position.ts'
import { popupLook } from '#site/ui/popup-styles.ts'
import { useApi } from '#site/page.ts'
import {
  type Completion,
  type CompletionOption,
  choose,
  currentOptions,
  getCompletion,
  setCompletion,
} from './completion-plugin.ts'
import { useComboboxAttributes } from './slash-menu.tsx'

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
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const activeIndex = currentOptions(open)[open.active] ? open.active : -1
  const activeId = activeIndex < 0 ? null : `${id}-${activeIndex}`
  useFloatingPosition(menu, {
    at: () => ({
      getBoundingClientRect: () => posToDOMRect(editor.view, open.from, open.from),
      contextElement: editor.view.dom,
    }),
    placement: 'bottom-start',
    when: open.from,
  })
  useComboboxAttributes(editor, { menu: `${id}-menu`, active: activeId })
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <div
      ref={menu}
      role="presentation"
      className={`absolute top-0 left-0 z-30 w-[min(20rem,calc(100vw-2rem))] font-sans ${popupLook}`}
      // The menu closes when the text loses focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        id={`${id}-menu`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select would take focus from the text
        role="listbox"
        aria-label={open.kind === 'emoji' ? 'Emoji' : 'People'}
        tabIndex={0}
        className="max-h-[min(20rem,var(--room,20rem))] overflow-y-auto p-1"
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
      </div>
    </div>
  )
}
