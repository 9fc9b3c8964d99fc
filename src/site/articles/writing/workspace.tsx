import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Article, Transition } from '#contract/articles/articles.ts'
import type { Template } from '#contract/articles/templates.ts'
import type { Document, Node } from '#contract/document/document.ts'
import { MAX_LABEL_LENGTH } from '#contract/document/schema.ts'
import { hasRole } from '#contract/endpoint.ts'
import { useShell } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { TransitionDialog } from './transition-dialog.tsx'
import { ConflictView } from '#site/articles/writing/conflict/conflict-view.tsx'
import { Cover } from '#site/articles/writing/cover/cover.tsx'
import { EditorPane } from './editor-pane.tsx'
import { textOf } from './excerpt.ts'
import { type TransitionAction, getAction, getPrimaryAction } from './transition-actions.ts'
import { Notices } from './notices.tsx'
import { FocusModeBar, useFocusMode } from './focus-mode.tsx'
import { focusSoon } from './focus-soon.ts'
import { type Panel, Panels } from './panels.tsx'
import type { FieldTarget } from '#site/articles/writing/publish/readiness-checks.ts'
import { PublishDialog } from '#site/articles/writing/publish/publish-dialog.tsx'
import { isBlank } from '#site/articles/writing/saving/fields.ts'
import { TemplatePicker } from './template-picker.tsx'
import { TitleFields } from './title-fields.tsx'
import { TopBar } from './top-bar.tsx'
import { useTransitions } from './use-transitions.ts'
import { type InitialDraft, useWritingState } from './use-writing-state.ts'
import { WritingContext } from './writing-context.ts'

type Props = {
  initial: InitialDraft
  back: { to: string; name: string }
  /** Opened initially, when the URL says so. */
  panel?: Panel | null
  templates?: readonly Template[]
  /** The transitions that a new story will allow. */
  can?: readonly Transition[]
  above?: ReactNode
  onCreated?(article: Article): void
}

/** The page of the editor. */
export function Workspace({ initial, back, panel: first = null, templates, can: canWhenNew, above, onCreated }: Props) {
  const { viewer } = useShell()
  const { writing, opened, editor, handle, replaceBody, focusBody, onReady, restoreDiscarded } = useWritingState(
    initial,
    (created) => onCreated?.(created),
  )
  const { article, engine, state, fields, readOnly } = writing
  const [panel, setPanel] = useState<Panel | null>(first)
  const [publishing, setPublishing] = useState<Transition | null>(null)
  const [shownMove, setShownMove] = useState<Transition>('publish')
  const [pending, setPending] = useState<TransitionAction | null>(null)
  const [prompt, setPrompt] = useState<string | null>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const subtitle = useRef<HTMLTextAreaElement>(null)
  const transitions = useTransitions(engine, initial.articleId)
  const focusMode = useFocusMode(() => editor.current?.focus('selection'))

  // Without a network the role has to decide.
  const byRole: readonly Transition[] = hasRole(viewer, 'author') ? ['publish', 'schedule'] : ['submit']
  const can = article?.can ?? canWhenNew ?? byRole
  const offered = article ?? { can: [...can], changed: false, updateAsked: false, state: 'draft' as const }

  // Focus the title of a new story, unless the writer has moved the focus.
  const isNew = opened !== null && initial.article === null
  useEffect(() => {
    const { activeElement } = document
    if (isNew && (activeElement === document.body || activeElement?.id === 'content')) title.current?.focus()
  }, [isNew])

  const starting = opened && state.version === null && isBlank(fields) && templates?.length ? templates : null

  async function act(action: TransitionAction, note = '') {
    const error = await transitions.apply(action.move, { note })
    if (error) return error
    void toast({
      tone: 'success',
      title: action.done,
      ...(action.move === 'trash' && { action: { label: 'Undo', run: () => void untrash() } }),
    })
    return null
  }

  async function untrash() {
    const error = await transitions.apply('untrash')
    if (error) void toast({ tone: 'danger', title: 'Couldn’t restore the story', description: error.message })
  }

  function startTransition(move: Transition) {
    const action = getAction(move)
    if (action) start(action)
  }

  function start(action: TransitionAction) {
    transitions.markSeen()
    if (action.asks === 'publish') {
      void engine?.flush()
      setShownMove(action.move)
      return setPublishing(action.move)
    }
    if (action.asks) return setPending(action)
    void act(action).then(
      (error) => error && toast({ tone: 'danger', title: 'Action failed', description: error.message }),
    )
  }

  function goTo(target: FieldTarget) {
    setPublishing(null)
    if (target === 'conflict') return
    if (target === 'title') return focusSoon(() => title.current?.focus())
    if (target === 'text') return focusSoon(() => editor.current?.focus('end'))
    if (target === 'cover') return focusSoon(showCover)
    if (typeof target === 'object') return focusSoon(() => editor.current?.selectPicture(target.picture))
    setPanel({ name: 'settings', startAt: target })
  }

  function find(quote: string) {
    if (!editor.current?.find(quote)) void toast({ title: 'Passage not found' })
  }

  function use(template: Template) {
    if (template.kind === 'prompt') setPrompt(template.name)
    else {
      if (template.title) writing.change({ title: template.title })
      if (template.body) replaceBody(withHints(template.body))
    }
    focusBody()
  }

  return (
    <WritingContext value={writing}>
      <div
        data-writing
        data-focused={focusMode.on || undefined}
        data-beside={sidePanels.has(panel?.name ?? '') || undefined}
        className="group/writing flex min-h-dvh flex-col"
      >
        <TopBar
          back={back}
          primary={getPrimaryAction(offered)}
          busy={transitions.busy && publishing === null}
          onTransition={start}
          onAction={(name) => {
            // Earlier versions are compared with the saved draft.
            void engine?.flush()
            setPanel({ name, startAt: null })
          }}
          onFocusMode={focusMode.enter}
        />
        {focusMode.on && <FocusModeBar state={state} onLeave={focusMode.leave} />}
        <output className="sr-only">{focusMode.announcement}</output>
        {above}
        <Notices
          recovered={opened?.recovered === true && state.conflict === null}
          discarded={state.conflict ? null : state.discarded}
          onRestoreDiscarded={() => void restoreDiscarded()}
          onDeleteDiscarded={() => void engine?.deleteDiscarded()}
          onFindBlock={(block) => find(textOf(fields.body.content[block] ?? { type: 'paragraph' }))}
          onUntrash={() => void untrash()}
          onUnschedule={() => startTransition('unschedule')}
        />
        {state.conflict && engine && (
          <ConflictView
            {...state.conflict}
            person={viewer?.id ?? ''}
            mine={engine.fields()}
            onResolve={engine.resolve}
          />
        )}
        {/* The editor stays mounted during a conflict, so that undo can bring the discarded version back. */}
        <article
          className={`mx-auto w-full max-w-paper flex-1 flex-col px-5 pt-4 sm:pt-8 ${besidePanel} ${state.conflict ? 'hidden' : 'flex'}`}
        >
          <h1 className="sr-only">{article ? 'Edit a story' : 'Write a story'}</h1>
          <TitleFields title={title} subtitle={subtitle} onText={() => editor.current?.focus('start')} />
          <Cover />
          <div className={`mt-6 flex flex-col ${starting ? '' : 'flex-1'}`}>
            <EditorPane
              ready={opened !== null}
              initial={fields.body}
              earlier={opened?.earlier ?? []}
              onChange={(read) => engine?.changeBody(read)}
              onReady={onReady}
              onLeaveStart={() => subtitle.current?.focus()}
              language={fields.language}
              readOnly={readOnly}
              {...(prompt !== null && { prompt })}
            />
          </div>
          {starting && <TemplatePicker templates={starting} onUse={use} />}
        </article>
        <Panels
          panel={panel}
          editor={handle}
          onClose={() => setPanel(null)}
          onRestored={(restored) => {
            engine?.adopt(restored)
            setPanel(null)
          }}
          onFind={find}
        />
        <PublishDialog
          open={publishing !== null}
          move={shownMove}
          can={can}
          transitions={transitions}
          onClose={() => setPublishing(null)}
          onGoTo={goTo}
        />
        <TransitionDialog action={pending} onClose={() => setPending(null)} onConfirm={act} />
      </div>
    </WritingContext>
  )
}

/** Panels that stay open beside the text, which moves aside where they would cover it. */
const sidePanels = new Set<string>(['settings', 'outline', 'notes'])
const besidePanel = 'xl:max-2xl:group-data-beside/writing:me-[calc((100vw+26rem-var(--container-paper))/2)]'

function showCover() {
  const field = document.querySelector<HTMLElement>('[name="cover-alt"], [data-field="cover"] input')
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}

/** The text of a template as a story starts from it: paragraphs and headings are empty and show their text as a hint. */
function withHints({ type, content }: Document): Document {
  return { type, content: content.map(toHint) }
}

function toHint(node: Node): Node {
  const { type, attrs, content = [] } = node
  if (type !== 'paragraph' && type !== 'heading')
    return content.length > 0 ? { ...node, content: content.map(toHint) } : node
  // Formulas and footnotes cannot be shown in a hint.
  if (content.length === 0 || content.some((part) => part.text === undefined && part.type !== 'hardBreak')) return node
  const text = content.map((part) => part.text ?? ' ').join('')
  // A cut can leave half of a surrogate pair behind.
  return { type, attrs: { ...attrs, hint: text.slice(0, MAX_LABEL_LENGTH).replace(/\p{Surrogate}/gu, '') } }
}
