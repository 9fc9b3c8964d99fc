import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Redemption, Reward } from '#contract/rewards/rewards.ts'
import { isRefused, toFieldProblem } from '#site/errors/form-errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { toast } from '#site/ui/toast.tsx'
import { findObstacle, formatBerries } from './labels.ts'
import { useIsMounted } from './use-is-mounted.ts'
import { type RequestId, useRequestId } from './use-request-id.ts'

type Props = { reward: Reward; balance: number; redeemed: number }

/** The button of a reward, or what is missing for it. */
export function RedeemReward({ reward, balance, redeemed }: Props) {
  const [open, setOpen] = useState(false)
  // The reason stays beside the reward when the dialog is closed.
  const [problem, setProblem] = useState<string | null>(null)
  const request = useRequestId()
  const place = useRef<HTMLFieldSetElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    if (open || !isDone.current) return
    isDone.current = false
    // After the dialog has returned the focus to the button.
    queueMicrotask(() => place.current?.focus())
  }, [open])
  const obstacle = findObstacle(reward, balance, redeemed)
  const missing = balance < reward.price && reward.stock !== 0

  function start() {
    setProblem(null)
    setOpen(true)
  }

  function finish() {
    isDone.current = true
    setProblem(null)
    setOpen(false)
  }

  return (
    // Gets the focus after redeeming, because the button is gone if it was the last one.
    <fieldset ref={place} aria-label={reward.name} tabIndex={-1} className="min-w-0">
      {obstacle === null ? (
        <Button className="w-full" aria-label={`Redeem ${reward.name}`} onClick={start}>
          Redeem
        </Button>
      ) : (
        <div>
          {missing && <Progress value={balance} max={reward.price} />}
          <p className="text-sm text-gray-600">{obstacle}</p>
        </div>
      )}
      <div role="alert">{problem && <p className="mt-2 text-sm font-medium text-danger-700">{problem}</p>}</div>
      {/* Mounted for each attempt: the answer stays while the dialog is open. */}
      {open && (
        <RedeemDialog
          reward={reward}
          balance={balance}
          request={request}
          onDone={finish}
          onProblem={setProblem}
          onClose={() => setOpen(false)}
        />
      )}
    </fieldset>
  )
}

/** Decorative: the text below says what is missing. */
function Progress({ value, max }: { value: number; max: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 2" preserveAspectRatio="none" className="mb-2 h-2 w-full rounded-full">
      <rect width="100" height="2" className="fill-gray-200" />
      <rect width={Math.max(0, Math.min(100, (100 * value) / max))} height="2" className="fill-danger-700" />
    </svg>
  )
}

function describeOutcome({ redemption, waits }: { redemption: Pick<Redemption, 'state'>; waits: boolean }) {
  if (waits) return 'It starts when your membership ends.'
  return redemption.state === 'fulfilled' ? 'It’s ready. Enjoy!' : 'We’ll notify you as soon as it’s ready.'
}

type DialogProps = {
  reward: Reward
  balance: number
  request: RequestId
  onDone(): void
  onProblem(problem: string): void
  onClose(): void
}

function RedeemDialog({ reward, balance, request, onDone, onProblem, onClose }: DialogProps) {
  const { id, kind, name, price, question } = reward
  const api = useApi()
  const { revalidate } = useRevalidator()
  const isOpen = useIsMounted()

  async function redeem({ answer = '' }: Record<string, string>): Promise<FormProblem | undefined> {
    if (question !== '' && answer.trim() === '') return { fields: { answer: 'Enter an answer.' } }
    const body = { price, answer, request: request.get() }
    let outcome: string
    try {
      outcome = describeOutcome(await api('POST /api/berries/rewards/{id}/redeem', { params: { id }, body }))
    } catch (error) {
      return showFailure(error)
    }
    request.renew()
    if (isOpen.current) onDone()
    void revalidate()
    await toast({ tone: 'success', title: `You redeemed ${name}`, description: outcome })
    return undefined
  }

  async function showFailure(error: unknown): Promise<FormProblem | undefined> {
    const isGone = isRefused(error) && error.code === 'not-found'
    const message = isGone ? 'This reward is no longer offered.' : errorMessage(error)
    if (isRefused(error)) {
      if (error.status === 409) onProblem(message)
      if (isGone) onClose()
      // The price, question, stock or balance has changed.
      await revalidate()
    }
    if (isGone || !isOpen.current)
      await toast({ tone: 'danger', title: `Couldn’t redeem ${name}`, description: message })
    return toFieldProblem(error, ['answer'])
  }

  const left =
    balance < price ? `You have ${formatBerries(balance)}.` : `You’ll have ${formatBerries(balance - price)} left.`
  const waiting = kind === 'membership' ? ' If you have a membership that renews, it starts when that ends.' : ''
  return (
    <Dialog
      open
      onOpenChange={(wanted) => !wanted && onClose()}
      title={`Redeem “${name}”?`}
      description={`It costs ${formatBerries(price)}. ${left}${waiting}`}
    >
      <Form
        submit={`Redeem for ${formatBerries(price)}`}
        onSubmit={redeem}
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
      >
        {question && <TextArea name="answer" label={question} required rows={3} maxLength={1000} dir="auto" />}
      </Form>
    </Dialog>
  )
}
