import { type ReactNode, useContext, useEffect, useState } from 'react'
import { useHref } from 'react-router'
import { useShell } from '#site/page.ts'
import type { Transition } from '#contract/articles/articles.ts'
import type { Template } from '#contract/articles/templates.ts'
import { toast } from '#site/ui/toast.tsx'
import { UnsavedStoryBanner } from './unsaved-story-banner.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { OfflineCopy } from '#site/articles/writing/offline/offline-copy.tsx'
import { emptyFields } from '#site/articles/writing/saving/fields.ts'
import { newId } from '#site/browser/new-id.ts'
import type { LocalCopy, LocalStore } from '#site/articles/writing/saving/local-store.ts'
import { TAB_REPLY_MS } from '#site/articles/writing/saving/recovery.ts'
import { openTabChannel } from '#site/articles/writing/saving/tab-channel.ts'
import { getBrowserLanguage } from '#site/articles/writing/settings/languages.ts'
import { StoreContext } from './use-saving.ts'
import type { InitialDraft } from './use-writing-state.ts'
import { Workspace } from './workspace.tsx'

const back = { to: '/articles', name: 'Your stories' }

type Props = {
  templates: readonly Template[]
  /** What the story can become once it is saved. */
  can?: readonly Transition[]
  above?: ReactNode
}

/** The server has no record of a new story until something is typed. */
export function NewStory({ templates, can, above }: Props) {
  const { viewer } = useShell()
  const openStore = useContext(StoreContext)
  const [initial, setInitial] = useState<InitialDraft | null>(null)
  const [unsaved, setUnsaved] = useState<LocalCopy | null>(null)
  const [id, setId] = useState<string | null>(null)
  const address = useHref(`/articles/edit?id=${id}`)
  const person = viewer?.id ?? ''

  // The browser generates the id, so that a repeated first save creates one article.
  useEffect(() => setInitial({ articleId: newId(), article: null, fields: emptyFields(getBrowserLanguage()) }), [])

  useEffect(() => {
    let isCurrent = true
    const findUnsaved = async () => {
      const [newest] = await findUnsavedStories(await openStore(), person)
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

  function resume(copy: LocalCopy) {
    setUnsaved(null)
    setInitial({
      articleId: copy.articleId,
      article: null,
      fields: emptyFields(copy.fields.language ?? getBrowserLanguage()),
    })
  }

  async function discard(copy: LocalCopy) {
    setUnsaved(null)
    const store = await openStore()
    await store.delete(copy.key)
    await toast({
      title: 'Discarded',
      action: { label: 'Undo', run: () => void store.put(copy).then(() => setUnsaved(copy)) },
    })
  }

  if (!initial) return <PageSkeleton back={back} />
  return (
    <OfflineCopy key={initial.articleId} articleId={initial.articleId} article={null}>
      <Workspace
        initial={initial}
        back={back}
        templates={templates}
        {...(can && { can })}
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

/** New stories of a person that never reached the server and are not open in another tab, newest first. */
async function findUnsavedStories(store: LocalStore, person: string): Promise<LocalCopy[]> {
  const copies = await store.findNew(person)
  if (copies.length === 0) return []
  const open = new Set<string>()
  const channels = copies.map(({ articleId }) =>
    openTabChannel(articleId, newId(), ({ kind }) => (kind === 'bye' ? open.delete(articleId) : open.add(articleId))),
  )
  for (const channel of channels) channel.send('hello')
  await new Promise((done) => setTimeout(done, TAB_REPLY_MS))
  for (const channel of channels) channel.close()
  return copies.filter(({ articleId }) => !open.has(articleId)).toSorted((a, b) => b.at - a.at)
}
