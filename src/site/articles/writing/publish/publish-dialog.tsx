import { useState } from 'react'
import type { Article, Transition } from '#contract/articles/articles.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { SettingTextArea, Setting } from '#site/articles/writing/settings/setting.tsx'
import type { TransitionError, Transitions } from '#site/articles/writing/use-transitions.ts'
import { useWriting } from '#site/articles/writing/writing-context.ts'
import { type ReadinessCheck, type FieldTarget, checkReadiness } from './readiness-checks.ts'
import { PublishResult } from './publish-result.tsx'
import { Summary } from './summary.tsx'
import { fromLocalInput, toLocalInput } from './schedule-time.ts'
import { ScheduleField } from './schedule-field.tsx'

type Props = {
  open: boolean
  /** The transition of the button in the bar. */
  move: Transition
  can: readonly Transition[]
  transitions: Transitions
  onClose(): void
  /** Closes the dialog and goes to a field. */
  onGoTo(target: FieldTarget): void
}

const texts: Partial<Record<Transition, { title: string; button: string; done: string }>> = {
  'publish': { title: 'Publish', button: 'Publish now', done: 'Published' },
  'approve': { title: 'Approve', button: 'Approve and publish', done: 'Published' },
  'update': { title: 'Update story', button: 'Update', done: 'Updated' },
  'submit': { title: 'Submit for review', button: 'Submit', done: 'Submitted' },
  'submit-update': { title: 'Submit changes', button: 'Submit', done: 'Submitted' },
}
const scheduling = { title: 'Schedule', button: 'Schedule', done: 'Scheduled' }

/** Summary and checks before publishing or submitting. */
export function PublishDialog({ open, move, can, transitions, onClose, onGoTo }: Props) {
  const [done, setDone] = useState<{ article: Article; title: string } | null>(null)
  const text = texts[move] ?? scheduling
  return (
    <Dialog
      open={open}
      title={done?.title ?? text.title}
      onOpenChange={(next) => {
        if (next) return
        onClose()
        setDone(null)
      }}
    >
      {done ? (
        <PublishResult article={done.article} />
      ) : (
        <Question
          move={move}
          can={can}
          transitions={transitions}
          onGoTo={onGoTo}
          onDone={(article, title) => setDone({ article, title })}
        />
      )}
    </Dialog>
  )
}

type QuestionProps = Pick<Props, 'move' | 'can' | 'transitions' | 'onGoTo'> & {
  onDone(article: Article, title: string): void
}

function Question({ move, can, transitions, onGoTo, onDone }: QuestionProps) {
  const { fields, engine, article } = useWriting()
  const canSchedule = move === 'approve' || (can.includes('schedule') && (move === 'publish' || move === 'schedule'))
  const canPublishNow = move !== 'schedule'
  const [later, setLater] = useState(!canPublishNow || article?.state === 'scheduled')
  const [at, setAt] = useState(article?.scheduledFor ? toLocalInput(new Date(article.scheduledFor)) : '')
  const [note, setNote] = useState('')
  const [error, setError] = useState<TransitionError | null>(null)
  const [timeError, setTimeError] = useState<string | undefined>()
  const checks = checkReadiness(fields)
  const blocked = checks.some(({ required }) => required)
  const asksReview = move === 'submit' || move === 'submit-update'
  const text = later ? scheduling : (texts[move] ?? scheduling)

  async function send() {
    const moment = fromLocalInput(at)
    setError(null)
    setTimeError(undefined)
    if (later && (!moment || moment.getTime() <= Date.now())) return setTimeError('Choose a time in the future.')
    // A story in review is scheduled by approving it with a time.
    const found = await transitions.apply(later && move !== 'approve' ? 'schedule' : move, {
      note,
      at: later ? (moment?.toISOString() ?? null) : null,
    })
    if (found) return setError(found)
    const moved = engine?.latest()
    if (moved) onDone(moved, text.done)
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
      {error && (
        <Banner tone="danger" action={<GoToFieldButton error={error} onGoTo={onGoTo} />}>
          {error.message}
        </Banner>
      )}
      <Summary />
      {checks.length > 0 && <Checks checks={checks} onGoTo={onGoTo} />}
      {canSchedule && (
        <ScheduleField
          later={later}
          at={at}
          choose={canPublishNow}
          problem={timeError}
          onChange={(next, time) => {
            setLater(next)
            setAt(time)
          }}
        />
      )}
      {asksReview && (
        <Setting label="Note to the editors" hint="Optional. Editors see it with your story.">
          {(ids) => (
            <SettingTextArea
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
          <Button tone="quiet">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={transitions.busy} disabled={blocked}>
          {text.button}
        </Button>
      </div>
    </form>
  )
}

function GoToFieldButton({ error: { fixIn }, onGoTo }: { error: TransitionError; onGoTo(target: FieldTarget): void }) {
  if (!fixIn) return null
  return (
    <Button tone="quiet" size="sm" onClick={() => onGoTo(fixIn)}>
      {fixIn === 'conflict' ? 'Compare versions' : 'Go to field'}
    </Button>
  )
}

function Checks({ checks, onGoTo }: { checks: readonly ReadinessCheck[]; onGoTo(target: FieldTarget): void }) {
  return (
    <ul aria-label="Checklist" className="grid gap-1">
      {checks.map(({ target, message, action, required, pictures }) => (
        <li key={message} className="flex flex-wrap items-center gap-x-2.5 text-sm">
          <Icon
            name={required ? 'circle-alert' : 'lightbulb'}
            size={16}
            className={required ? 'text-danger-700' : 'text-gray-500'}
            label={required ? 'Required' : 'Suggestion'}
          />
          <span className={`min-w-0 flex-1 ${required ? 'font-medium text-danger-700' : 'text-gray-700'}`}>
            {message}
          </span>
          {pictures && pictures.length > 1 ? (
            <span className="flex flex-wrap items-center">
              <span aria-hidden className="text-gray-600">
                Describe:
              </span>
              {pictures.map((picture) => (
                <Button
                  key={picture}
                  tone="plain"
                  size="sm"
                  aria-label={`Describe picture ${picture + 1}`}
                  onClick={() => onGoTo({ picture })}
                >
                  {picture + 1}
                </Button>
              ))}
            </span>
          ) : (
            <Button tone="plain" size="sm" onClick={() => onGoTo(target)}>
              {action}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
