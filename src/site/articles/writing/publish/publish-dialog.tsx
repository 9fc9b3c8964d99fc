import { useState } from 'react'
import type { Article, Transition } from '#contract/articles.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { Area, Setting } from '#site/articles/writing/settings/setting.tsx'
import type { MoveProblem, Moves } from '#site/articles/writing/use-moves.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type Check, type Place, missing } from './checks.ts'
import { Done } from './done.tsx'
import { Summary } from './summary.tsx'
import { fromLocalInput, toLocalInput } from './when.ts'
import { WhenField } from './when-field.tsx'

type Props = {
  open: boolean
  /** What the button of the bar stands for. */
  move: Transition
  can: readonly Transition[]
  moves: Moves
  onClose(): void
  /** Leaves for where something can be put right. */
  onGo(place: Place): void
}

const words: Partial<Record<Transition, { title: string; button: string; done: string }>> = {
  'publish': { title: 'Publish', button: 'Publish now', done: 'Published' },
  'approve': { title: 'Approve', button: 'Approve and publish', done: 'Published' },
  'update': { title: 'Update the story', button: 'Update', done: 'Updated' },
  'submit': { title: 'Submit for review', button: 'Submit', done: 'Submitted' },
  'submit-update': { title: 'Submit your changes', button: 'Submit', done: 'Submitted' },
}
const scheduling = { title: 'Schedule', button: 'Schedule', done: 'Scheduled' }

/** The last look before readers, or reviewers, get it. */
export function PublishDialog({ open, move, can, moves, onClose, onGo }: Props) {
  const [done, setDone] = useState<{ article: Article; title: string } | null>(null)
  const said = words[move] ?? scheduling
  return (
    <Dialog
      open={open}
      title={done?.title ?? said.title}
      onOpenChange={(next) => {
        if (next) return
        onClose()
        setDone(null)
      }}
    >
      {done ? (
        <Done article={done.article} />
      ) : (
        <Question
          move={move}
          can={can}
          moves={moves}
          onGo={onGo}
          onDone={(article, title) => setDone({ article, title })}
        />
      )}
    </Dialog>
  )
}

type QuestionProps = Pick<Props, 'move' | 'can' | 'moves' | 'onGo'> & { onDone(article: Article, title: string): void }

function Question({ move, can, moves, onGo, onDone }: QuestionProps) {
  const { fields, engine, article } = useWriting()
  const mayLater = move === 'approve' || (can.includes('schedule') && (move === 'publish' || move === 'schedule'))
  const mayNow = move !== 'schedule'
  const [later, setLater] = useState(!mayNow || article?.state === 'scheduled')
  const [at, setAt] = useState(article?.scheduledFor ? toLocalInput(new Date(article.scheduledFor)) : '')
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<MoveProblem | null>(null)
  const [timeProblem, setTimeProblem] = useState<string | undefined>()
  const checks = missing(fields)
  const blocked = checks.some(({ needed }) => needed)
  const asksReview = move === 'submit' || move === 'submit-update'
  const said = later ? scheduling : (words[move] ?? scheduling)

  async function send() {
    const moment = fromLocalInput(at)
    setProblem(null)
    setTimeProblem(undefined)
    if (later && (!moment || moment.getTime() <= Date.now())) return setTimeProblem('Choose a time that lies ahead.')
    // What is in review is scheduled by approving it for a time.
    const found = await moves.move(later && move !== 'approve' ? 'schedule' : move, {
      note,
      at: later ? (moment?.toISOString() ?? null) : null,
    })
    if (found) return setProblem(found)
    const moved = engine?.latest()
    if (moved) onDone(moved, said.done)
  }

  return (
    <form
      className="grid grid-cols-1 gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem && (
        <Banner tone="danger" action={<GoButton problem={problem} onGo={onGo} />}>
          {problem.message}
        </Banner>
      )}
      <Summary />
      {checks.length > 0 && <Checks checks={checks} onGo={onGo} />}
      {mayLater && (
        <WhenField
          later={later}
          at={at}
          choose={mayNow}
          problem={timeProblem}
          onChange={(next, time) => {
            setLater(next)
            setAt(time)
          }}
        />
      )}
      {asksReview && (
        <Setting label="A note to the editors" hint="They see it beside your story. You can leave it empty.">
          {(ids) => (
            <Area
              {...ids}
              dir="auto"
              maxLength={5000}
              value={note}
              onChange={({ currentTarget }) => setNote(currentTarget.value)}
            />
          )}
        </Setting>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose>
          <Button tone="quiet">Not yet</Button>
        </DialogClose>
        <Button type="submit" busy={moves.busy} disabled={blocked}>
          {said.button}
        </Button>
      </div>
    </form>
  )
}

function GoButton({ problem: { leadsTo }, onGo }: { problem: MoveProblem; onGo(place: Place): void }) {
  if (!leadsTo) return null
  return (
    <Button tone="quiet" size="sm" onClick={() => onGo(leadsTo)}>
      {leadsTo === 'conflict' ? 'Look at both' : 'Go there'}
    </Button>
  )
}

function Checks({ checks, onGo }: { checks: readonly Check[]; onGo(place: Place): void }) {
  return (
    <ul aria-label="What is missing" className="grid gap-1">
      {checks.map(({ place, says, doThis, needed }) => (
        <li key={says} className="flex items-center gap-2.5 text-sm">
          <Icon
            name={needed ? 'circle-alert' : 'lightbulb'}
            size={16}
            className={needed ? 'text-danger-700' : 'text-gray-500'}
            label={needed ? 'Needed' : 'Idea'}
          />
          <span className={`min-w-0 flex-1 ${needed ? 'font-medium text-danger-700' : 'text-gray-700'}`}>{says}</span>
          <Button tone="plain" size="sm" onClick={() => onGo(place)}>
            {doThis}
          </Button>
        </li>
      ))}
    </ul>
  )
}
