import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Article, Transition, Template } from '#contract/articles.ts'
import { hasRole } from '#contract/endpoint.ts'
import { useShell } from '#site/page.ts'
import { toast } from '#site/ui/toast.tsx'
import { AskMove } from './ask-move.tsx'
import { ConflictView } from '#site/articles/writing/conflict/conflict-view.tsx'
import { Cover } from '#site/articles/writing/cover/cover.tsx'
import { EditorPane } from './editor-pane.tsx'
import { textOf } from './excerpt.ts'
import { type Choice, primaryChoice } from './move-words.ts'
import { documentOf, mergeDocuments } from '#site/articles/writing/merge/merge.ts'
import { Notices } from './notices.tsx'
import { type Panel, Panels } from './panels.tsx'
import type { Place } from '#site/articles/writing/publish/checks.ts'
import { PublishDialog } from '#site/articles/writing/publish/publish-dialog.tsx'
import { isBlank } from '#site/articles/writing/saving/fields.ts'
import { Templates } from './templates.tsx'
import { TitleFields } from './title-fields.tsx'
import { TopBar } from './top-bar.tsx'
import { useMoves } from './use-moves.ts'
import { type Begin, useWritingState } from './use-writing-state.ts'
import { WritingContext } from './writing-context.ts'

type Props = {
  begin: Begin
  back: { to: string; name: string }
  /** Opened at once, when the address says so. */
  panel?: Panel | null
  templates?: readonly Template[]
  above?: ReactNode
  onCreated?(article: Article): void
}

/** The page an article is written on. */
export function Workspace({ begin, back, panel: first = null, templates, above, onCreated }: Props) {
  const { viewer } = useShell()
  const { writing, opened, editor, replaceBody, focusBody, onReady } = useWritingState(begin, (created) =>
    onCreated?.(created),
  )
  const { article, engine, state, fields, readOnly } = writing
  const [panel, setPanel] = useState<Panel | null>(first)
  const [publishing, setPublishing] = useState<Transition | null>(null)
  const [shownMove, setShownMove] = useState<Transition>('publish')
  const [asked, setAsked] = useState<Choice | null>(null)
  const [prompt, setPrompt] = useState<string | null>(null)
  const title = useRef<HTMLTextAreaElement>(null)
  const subtitle = useRef<HTMLTextAreaElement>(null)
  const moves = useMoves(engine, begin.articleId)

  // Before the server has it, the role says what will be possible.
  const can: readonly Transition[] = article?.can ?? (hasRole(viewer, 'author') ? ['publish', 'schedule'] : ['submit'])
  const standing = article ?? { can: [...can], changed: false, updateAsked: false, state: 'draft' as const }

  // A new story begins with its title, unless the writer has gone elsewhere meanwhile.
  const isNew = opened !== null && begin.article === null
  useEffect(() => {
    const { activeElement } = document
    if (isNew && (activeElement === document.body || activeElement?.id === 'content')) title.current?.focus()
  }, [isNew])

  const starting = opened && state.version === null && isBlank(fields) && templates?.length ? templates : null

  async function act(choice: Choice, note = '') {
    const problem = await moves.move(choice.move, { note })
    if (problem) return problem
    void toast({
      tone: 'success',
      title: choice.done,
      ...(choice.move === 'trash' && { action: { label: 'Undo', run: () => void untrash() } }),
    })
    return null
  }

  async function untrash() {
    const problem = await moves.move('untrash')
    if (problem) void toast({ tone: 'danger', title: 'It is still in the trash', description: problem.message })
  }

  function choose(choice: Choice) {
    moves.begin()
    if (choice.asks === 'publish') {
      void engine?.flush()
      setShownMove(choice.move)
      return setPublishing(choice.move)
    }
    if (choice.asks) return setAsked(choice)
    void act(choice).then(
      (problem) => problem && toast({ tone: 'danger', title: 'That was not done', description: problem.message }),
    )
  }

  function go(place: Place) {
    setPublishing(null)
    if (place === 'conflict') return
    if (place === 'title') return focusSoon(() => title.current?.focus())
    if (place === 'text') return focusSoon(() => editor.current?.focus('end'))
    if (place === 'cover') return focusSoon(showCover)
    setPanel({ name: 'settings', startAt: place })
  }

  function find(words: string) {
    if (!editor.current?.find(words)) void toast({ title: 'Those words are not in the text any more' })
  }

  function use(template: Template) {
    if (template.kind === 'prompt') setPrompt(template.name)
    else {
      if (template.title) writing.change({ title: template.title })
      if (template.body) replaceBody(template.body)
    }
    focusBody()
  }

  async function putBack() {
    const { fields: { body, ...rest } = {}, insteadOf = null } = state.aside ?? {}
    writing.change(rest)
    // Only what was given up comes back, not the text around it as it was then.
    const now = engine?.fields().body ?? fields.body
    if (body && insteadOf)
      replaceBody(documentOf(mergeDocuments({ base: insteadOf, mine: body, theirs: now }), () => 'mine'))
    else if (body) replaceBody(body)
    await engine?.dropAside()
  }

  return (
    <WritingContext value={writing}>
      <div
        data-writing
        data-beside={besides.has(panel?.name ?? '') || undefined}
        className="group/writing flex min-h-dvh flex-col"
      >
        <TopBar
          back={back}
          primary={primaryChoice(standing)}
          busy={moves.busy && publishing === null}
          onChoose={choose}
          onAction={(name) => {
            // Earlier versions are compared with, and put over, what the server has.
            void engine?.flush()
            setPanel({ name, startAt: null })
          }}
        />
        {above}
        <Notices
          broughtBack={opened?.broughtBack === true && state.conflict === null}
          aside={state.conflict ? null : state.aside}
          onPutBack={() => void putBack()}
          onDropAside={() => void engine?.dropAside()}
          onFindBlock={(block) => find(textOf(fields.body.content[block] ?? { type: 'paragraph' }))}
          onUntrash={() => void untrash()}
        />
        {state.conflict && engine && (
          <ConflictView
            {...state.conflict}
            person={viewer?.id ?? ''}
            mine={engine.fields()}
            onResolve={engine.resolve}
          />
        )}
        {/* The editor stays where it is while two texts are compared: the one that is given up can be undone in it. */}
        <article
          className={`mx-auto w-full max-w-paper flex-1 flex-col px-5 pt-4 sm:pt-8 ${makesRoom} ${state.conflict ? 'hidden' : 'flex'}`}
        >
          <h1 className="sr-only">{article ? 'Edit a story' : 'Write a story'}</h1>
          <Cover />
          <TitleFields title={title} subtitle={subtitle} onText={() => editor.current?.focus('start')} />
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
          {starting && <Templates templates={starting} onUse={use} />}
        </article>
        <Panels
          panel={panel}
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
          moves={moves}
          onClose={() => setPublishing(null)}
          onGo={go}
        />
        <AskMove choice={asked} onClose={() => setAsked(null)} onAnswer={act} />
      </div>
    </WritingContext>
  )
}

/** The panels that stay open beside the text while one writes on; where they would lie on it, it makes room. */
const besides = new Set<string>(['settings', 'notes'])
const makesRoom = 'xl:max-2xl:group-data-beside/writing:me-[calc((100vw+26rem-var(--container-paper))/2)]'

/** A dialog that closes gives the focus back first. */
function focusSoon(focus: () => void) {
  setTimeout(focus, 50)
}

function showCover() {
  const field = document.querySelector<HTMLElement>('[name="cover-alt"], [data-field="cover"] input')
  field?.scrollIntoView({ block: 'center' })
  field?.focus()
}
