import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useHref } from 'react-router'
import { useShell } from '#site/page.ts'
import type { Template } from '#contract/articles.ts'
import { toast } from '#site/ui/toast.tsx'
import { Begun } from './begun.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { KeepCopy } from '#site/articles/writing/offline/keep-copy.tsx'
import { abandoned } from '#site/articles/writing/saving/abandoned.ts'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import { newId } from '#site/articles/writing/saving/ids.ts'
import type { Kept } from '#site/articles/writing/saving/kept.ts'
import { browserLanguage } from '#site/articles/writing/settings/languages.ts'
import { StoreContext } from './use-saving.ts'
import type { Begin } from './use-writing-state.ts'
import { Workspace } from './workspace.tsx'

const back = { to: '/articles', name: 'Your stories' }

type Props = {
  templates: readonly Template[]
  /** What stands above it besides what was begun earlier. */
  above?: ReactNode
}

/** A story that the server does not know until something is written. */
export function NewStory({ templates, above }: Props) {
  const { viewer } = useShell()
  const openStore = useContext(StoreContext)
  const [begin, setBegin] = useState<Begin | null>(null)
  const [begun, setBegun] = useState<Kept | null>(null)
  const [id, setId] = useState<string | null>(null)
  const address = useHref(`/articles/edit?id=${id}`)
  const person = viewer?.id ?? ''

  // The id is made here, in the browser, so that the article can be saved twice and is still one.
  useEffect(() => setBegin({ articleId: newId(), article: null, fields: emptyFields(browserLanguage()) }), [])

  useEffect(() => {
    let shown = true
    const look = async () => {
      const [newest] = await abandoned(await openStore(), person)
      if (shown) setBegun(newest ?? null)
    }
    void look()
    return () => {
      shown = false
    }
  }, [openStore, person])

  // Without the router: for it this is still the same page, and so the editor and its cursor stay.
  useEffect(() => {
    if (id !== null) history.replaceState(history.state, '', address)
  }, [id, address])

  function goOn(kept: Kept) {
    setBegun(null)
    setBegin({
      articleId: kept.articleId,
      article: null,
      fields: emptyFields(kept.fields.language ?? browserLanguage()),
    })
  }

  async function throwAway(kept: Kept) {
    setBegun(null)
    const store = await openStore()
    await store.forget(kept.key)
    await toast({
      title: 'Thrown away',
      action: { label: 'Undo', run: () => void store.keep(kept).then(() => setBegun(kept)) },
    })
  }

  if (!begin) return <PageSkeleton back={back} />
  return (
    <KeepCopy key={begin.articleId} articleId={begin.articleId} article={null}>
      <Workspace
        begin={begin}
        back={back}
        templates={templates}
        onCreated={(article) => {
          setId(article.id)
          setBegun(null)
        }}
        above={
          <>
            {above}
            {begun && (
              <div className="mx-auto w-full max-w-paper px-5 pt-4">
                <Begun begun={begun} onGoOn={() => goOn(begun)} onThrowAway={() => void throwAway(begun)} />
              </div>
            )}
          </>
        }
      />
    </KeepCopy>
  )
}
