import { useEffect, useMemo, useRef, useState } from 'react'
import type { Article, DraftFields } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import type { EditorHandle } from '#site/articles/editor/editor-props.ts'
import { documentOf, mergeDocuments } from '#site/articles/writing/merge/merge.ts'
import { useShell } from '#site/page.ts'
import { type ServerOf, useSaving } from './use-saving.ts'
import type { Writing } from './writing-context.ts'

export type InitialDraft = {
  articleId: string
  article: Article | null
  fields: DraftFields
  /** Set for a draft that is not an article. */
  serverOf?: ServerOf
}

/** Connects the article, the save engine and the open editor. */
export function useWritingState(
  { articleId, article: first, fields, serverOf }: InitialDraft,
  onCreated: (article: Article) => void,
) {
  const { viewer } = useShell()
  const [article, setArticle] = useState(first)
  const editor = useRef<EditorHandle | null>(null)
  const [handle, setHandle] = useState<EditorHandle | null>(null)
  // A text set before the editor has loaded, and whether it should take the focus.
  const waiting = useRef<Document | null>(null)
  const wantsFocus = useRef(false)

  const { saving, state } = useSaving({
    articleId,
    person: viewer?.id ?? '',
    article: first,
    fields,
    onCreated(created) {
      setArticle(created)
      onCreated(created)
    },
    onArticle: setArticle,
    onReplaced(now, names, cause) {
      if (!names.includes('body')) return
      if (!editor.current) waiting.current = now.body
      else if (cause === 'merged') editor.current.applyRemoteChanges(now.body)
      else editor.current.replace(now.body)
    },
    isComposing: () => editor.current?.isComposing() ?? false,
    serverOf,
  })
  const engine = saving?.engine ?? null

  // The save engine has newer data than the page.
  const { last } = state
  const shown = useMemo(() => {
    if (!article || !last || last.version < article.version) return article
    const { version, savedAt, words, readingMinutes, changed } = last
    return { ...article, version, savedAt, words, readingMinutes, changed }
  }, [article, last])

  const lockedState = shown?.state === 'trashed' || shown?.state === 'removed'
  const readOnly = !engine || state.phase === 'closed' || (shown !== null && (lockedState || !shown.may.edit))

  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.metaKey || event.ctrlKey) || event.altKey) return
      // Not the browser's “save page” dialog.
      event.preventDefault()
      void engine?.flush()
    }
    addEventListener('keydown', save)
    return () => removeEventListener('keydown', save)
  }, [engine])

  const writing: Writing = {
    articleId,
    article: shown,
    engine,
    state,
    fields: state.fields,
    readOnly,
    change: (patch) => engine?.change(patch),
    errorOf: (field) => state.fieldErrors.find((error) => error.field === field)?.message,
    updateArticle: (patch) => setArticle((before) => before && { ...before, ...patch }),
  }

  /** Replaces the text. It is saved even if the editor never loads. */
  function replaceBody(body: Document) {
    if (editor.current) return editor.current.replace(body)
    waiting.current = body
    engine?.change({ body })
  }

  return {
    writing,
    opened: saving?.opened ?? null,
    editor,
    /** The same as state, for components that show what the editor has. */
    handle,
    replaceBody,
    /** Brings back what the writer gave up in a conflict: only those blocks, not the old text around them. */
    async restoreDiscarded() {
      const { fields: { body, ...rest } = {}, insteadOf = null } = state.discarded ?? {}
      writing.change(rest)
      const now = engine?.fields().body ?? state.fields.body
      if (body && insteadOf)
        replaceBody(documentOf(mergeDocuments({ base: insteadOf, mine: body, theirs: now }), () => 'mine'))
      else if (body) replaceBody(body)
      await engine?.deleteDiscarded()
    },
    /** Focuses the start of the text, now or once the editor has loaded. */
    focusBody() {
      if (editor.current) editor.current.focus('start')
      else wantsFocus.current = true
    },
    onReady(ready: EditorHandle) {
      editor.current = ready
      setHandle(ready)
      if (waiting.current) ready.replace(waiting.current)
      // Do not take the focus from a writer who has moved on to another field.
      if (wantsFocus.current && document.activeElement === document.body) ready.focus('start')
      waiting.current = null
      wantsFocus.current = false
    },
  }
}
