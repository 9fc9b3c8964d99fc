import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useHref } from 'react-router'
import { useShell } from '#site/page.ts'
import type { Template } from '#contract/articles.ts'
import { toast } from '#site/ui/toast.tsx'
import { UnsavedStoryBanner } from './unsaved-story-banner.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { OfflineCopy } from '#site/articles/writing/offline/offline-copy.tsx'
import { abandoned } from '#site/articles/writing/saving/abandoned.ts'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import { newId } from '#site/articles/writing/saving/ids.ts'
import type { Kept } from '#site/articles/writing/saving/kept.ts'
import { getBrowserLanguage } from '#site/articles/writing/settings/languages.ts'
import { StoreContext } from './use-saving.ts'
import type { InitialDraft } from './use-writing-state.ts'
import { Workspace } from './workspace.tsx'

const back = { to: '/articles', name: 'Your stories' }

type Props = {
  templates: readonly Template[]
  above?: ReactNode
}

/** The server has no record of a new story until something is typed. */
export function NewStory({ templates, above }: Props) {
  const { viewer } = useShell()
  const openStore = useContext(StoreContext)
  const [initial, setInitial] = useState<InitialDraft | null>(null)
  const [unsaved, setUnsaved] = useState<Kept | null>(null)
  const [id, setId] = useState<string | null>(null)
  const address = useHref(`/articles/edit?id=${id}`)
  const person = viewer?.id ?? ''

  // The browser generates the id, so that a repeated first save creates one article.
  useEffect(() => setInitial({ articleId: newId(), article: null, fields: emptyFields(getBrowserLanguage()) }), [])

  useEffect(() => {
    let isCurrent = true
    const findUnsaved = async () => {
      const [newest] = await abandoned(await openStore(), person)
      if (isCurrent) setUnsaved(newest ?? null)
    }
    void findUnsaved()
    return () => {
      isCurrent = false
    }
  }, [openStore, person])

  // Bypasses the router, so that the editor stays mounted and keeps its caret.
  useEffect(() => {
    if (id !== null) history.replaceState(history.state, '', address)
  }, [id, address])

  function resume(kept: Kept) {
    setUnsaved(null)
    setInitial({
      articleId: kept.articleId,
      article: null,
      fields: emptyFields(kept.fields.language ?? getBrowserLanguage()),
    })
  }

  async function discard(kept: Kept) {
    setUnsaved(null)
    const store = await openStore()
    await store.forget(kept.key)
    await toast({
      title: 'Discarded',
      action: { label: 'Undo', run: () => void store.keep(kept).then(() => setUnsaved(kept)) },
    })
  }

  if (!initial) return <PageSkeleton back={back} />
  return (
    <OfflineCopy key={initial.articleId} articleId={initial.articleId} article={null}>
      <Workspace
        initial={initial}
        back={back}
        templates={templates}
        onCreated={(article) => {
          setId(article.id)
          setUnsaved(null)
        }}
        above={
          <>
            {above}
            {unsaved && (
              <div className="mx-auto w-full max-w-paper px-5 pt-4">
                <UnsavedStoryBanner
                  story={unsaved}
                  onContinue={() => resume(unsaved)}
                  onDiscard={() => void discard(unsaved)}
                />
              </div>
            )}
          </>
        }
      />
    </OfflineCopy>
  )
}
