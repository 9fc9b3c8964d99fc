import { Suspense, lazy, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { SITE_PLACEHOLDER, sitePages } from '#contract/site-pages/names.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import { ConflictView } from '#site/articles/writing/conflict/conflict-view.tsx'
import { EditorPane } from '#site/articles/writing/editor-pane.tsx'
import { textOf } from '#site/articles/writing/excerpt.ts'
import { DiscardedNotice, SavingNotices } from '#site/articles/writing/notices.tsx'
import { fieldsOf } from '#site/articles/writing/saving/fields.ts'
import { TitleFields } from '#site/articles/writing/title-fields.tsx'
import { useWritingState } from '#site/articles/writing/use-writing-state.ts'
import { WritingContext } from '#site/articles/writing/writing-context.ts'
import { useApi, useShell } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { type PageAction, PageBar } from './page-bar.tsx'
import { localIdOf, pageServer, pageVersions, toArticle } from './page-draft.ts'
import { PublishPageDialog, ResetPageDialog } from './page-dialogs.tsx'
import { usePageActions } from './use-page-actions.ts'

const RevisionsPanel = lazy(() => import('#site/articles/review/revisions-panel.tsx'))

/** The story editor for one page of the site. */
export function PageWorkspace({ first }: { first: SitePageDraft }) {
  const { page } = first
  const { name, path } = sitePages[page]
  const api = useApi()
  const navigate = useNavigate()
  const { viewer, site } = useShell()
  const [initial] = useState(() => {
    const article = toArticle(first)
    return { articleId: localIdOf(page), article, fields: fieldsOf(article), serverOf: pageServer(page) }
  })
  const { writing, opened, editor, onReady, restoreDiscarded } = useWritingState(initial, () => {})
  const { article, engine, state, fields, readOnly } = writing
  const actions = usePageActions(page, engine)
  const [dialog, setDialog] = useState<PageAction | null>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const subtitle = useRef<HTMLTextAreaElement>(null)
  const close = () => setDialog(null)

  function open(action: PageAction) {
    actions.markSeen()
    // Earlier versions are compared with the saved draft.
    void engine?.flush()
    setDialog(action)
  }

  function findBlock(block: number) {
    const text = textOf(fields.body.content[block] ?? { type: 'paragraph' })
    if (!editor.current?.find(text)) void toast({ title: 'Passage not found' })
  }

  function finish(message: string, view = false) {
    close()
    void toast({
      tone: 'success',
      title: message,
      ...(view && { action: { label: 'View page', run: () => void navigate(path) } }),
    })
  }

  return (
    <WritingContext value={writing}>
      <div data-writing className="group/writing flex min-h-dvh flex-col">
        <PageBar page={page} onAction={open} />
        <div className="mx-auto grid w-full max-w-paper grid-cols-1 gap-3 px-5 empty:hidden [&:not(:empty)]:pt-4">
          <SavingNotices onFindBlock={findBlock} noun="page" path={`/admin/settings/pages/${page}`} />
          <DiscardedNotice
            recovered={opened?.recovered === true && state.conflict === null}
            discarded={state.conflict ? null : state.discarded}
            onRestoreDiscarded={() => void restoreDiscarded()}
            onDeleteDiscarded={() => void engine?.deleteDiscarded()}
          />
        </div>
        {state.conflict && engine && (
          <ConflictView
            {...state.conflict}
            noun="page"
            person={viewer?.id ?? ''}
            mine={engine.fields()}
            onResolve={engine.resolve}
          />
        )}
        {/* The editor stays mounted during a conflict, so that undo can bring the discarded version back. */}
        <article
          className={`mx-auto w-full max-w-paper flex-1 flex-col px-5 pt-4 sm:pt-8 ${state.conflict ? 'hidden' : 'flex'}`}
        >
          <h1 className="sr-only">Edit “{name}”</h1>
          <p className="mb-4 text-sm text-gray-600">
            Write <code className="rounded-sm bg-gray-100 px-1 font-mono">{SITE_PLACEHOLDER}</code> where the page
            should show the name of the site, <bdi>{site.name}</bdi>.
          </p>
          <TitleFields title={title} subtitle={subtitle} onText={() => editor.current?.focus('start')} />
          <div className="mt-6 flex flex-1 flex-col">
            <EditorPane
              ready={opened !== null}
              initial={fields.body}
              earlier={opened?.earlier ?? []}
              onChange={(read) => engine?.changeBody(read)}
              onReady={onReady}
              onLeaveStart={() => subtitle.current?.focus()}
              language={fields.language}
              label="Text"
              prompt="Write the text of the page"
              plainPage
              readOnly={readOnly}
            />
          </div>
        </article>
        {dialog === 'versions' && article && (
          <Suspense fallback={null}>
            <RevisionsPanel
              article={{ ...article, ...fields }}
              source={pageVersions(api, page)}
              onClose={close}
              onRestored={(restored) => {
                engine?.adopt(restored)
                finish('Version restored to the draft')
              }}
            />
          </Suspense>
        )}
        <PublishPageDialog
          page={page}
          open={dialog === 'publish'}
          actions={actions}
          onClose={close}
          onDone={() => finish('Page published', true)}
        />
        <ResetPageDialog
          page={page}
          open={dialog === 'reset'}
          actions={actions}
          onClose={close}
          onDone={() => finish('Draft reset to the default text')}
        />
      </div>
    </WritingContext>
  )
}
