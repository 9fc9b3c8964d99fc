import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Story } from '#contract/reading.ts'
import { GIFT_UNDO_SECONDS, MAX_GIFT } from '#contract/rewards/kinds.ts'
import { describeBerries } from '#contract/rewards/outcomes.ts'
import { showError } from '#site/conversation/show-error.ts'
import { isRefused } from '#site/errors/form-errors.ts'
import { errorMessage } from '#site/errors/messages.ts'
import { useApi } from '#site/page.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { controlLook } from '#site/ui/field.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { AnchoredPopover } from '#site/ui/popover.tsx'
import { Skeleton } from '#site/ui/skeleton.tsx'
import { toast } from '#site/ui/toast.tsx'
import { undoGift } from './undo-gift.ts'
import { useIsMounted } from './use-is-mounted.ts'
import type { RequestId } from './use-request-id.ts'

type Props = {
  story: Pick<Story, 'id' | 'author'>
  anchor: RefObject<HTMLElement | null>
  request: RequestId
  onClose(): void
}

const AMOUNTS = [1, 5, 10]

/** Asks how many berries to give. */
export function GiveBerriesPopover({ story, anchor, request, onClose }: Props) {
  const api = useApi()
  const isOpen = useIsMounted()
  const [balance, setBalance] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const load = useCallback(
    () =>
      void api('GET /api/berries').then(
        (basket) => isOpen.current && setBalance(basket.balance),
        (error: unknown) => isOpen.current && setProblem(errorMessage(error)),
      ),
    [api, isOpen],
  )
  useEffect(load, [load])
  return (
    <AnchoredPopover anchor={anchor} title="Give berries" onClose={onClose}>
      <p className="mt-1 text-sm wrap-anywhere text-gray-600">
        Thank <bdi className="font-medium text-gray-900">{story.author.name}</bdi> for this story.
      </p>
      {balance === null && !problem && <Skeleton className="mt-4 h-11 w-full rounded-full" />}
      {balance === null && problem && (
        <p role="alert" className="mt-3 text-sm font-medium text-danger-700">
          {problem}
        </p>
      )}
      {balance === 0 && (
        <div className="mt-3">
          <p className="text-sm text-gray-700">You have no berries. Earn one by reading a story to the end.</p>
          <ButtonLink to="/berrybasket" tone="quiet" size="sm" className="mt-3">
            Open your berry basket
          </ButtonLink>
        </div>
      )}
      {balance !== null && balance > 0 && (
        <GiveForm story={story} balance={balance} request={request} onRefused={load} onClose={onClose} />
      )}
    </AnchoredPopover>
  )
}

type FormProps = Omit<Props, 'anchor'> & { balance: number; onRefused(): void }

function GiveForm({ story, balance, request, onRefused, onClose }: FormProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const isOpen = useIsMounted()
  const most = Math.min(balance, MAX_GIFT)
  const [amount, setAmount] = useState(() => String(Math.min(5, most)))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const wanted = /^\d+$/.test(amount) ? Number(amount) : 0

  async function give() {
    if (busy) return
    if (wanted < 1 || wanted > most) return setProblem(`Enter a number from 1 to ${most}.`)
    setBusy(true)
    setProblem(null)
    const body = { amount: wanted, request: request.get() }
    let given: { gift: string; amount: number }
    try {
      given = await api('POST /api/stories/{ref}/berries', { params: { ref: story.id }, body })
    } catch (error) {
      if (!isOpen.current) return showError('Couldn’t give berries', error)
      setProblem(errorMessage(error))
      setBusy(false)
      // The balance may have changed in another tab.
      if (isRefused(error)) onRefused()
      return
    }
    request.renew()
    if (isOpen.current) onClose()
    else void revalidate()
    // The toast outlives the page, so that Undo works after a navigation too. A repeated request gave its first amount.
    await toast({
      tone: 'success',
      title: `You gave ${describeBerries(given.amount)} to ${story.author.name}.`,
      deadlineMs: GIFT_UNDO_SECONDS * 1000,
      action: { label: 'Undo', run: () => void undoGift({ api, id: given.gift, amount: given.amount, revalidate }) },
    })
  }

  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <fieldset>
        <legend className="sr-only">How many berries?</legend>
        <div className="grid grid-cols-3 gap-2">
          {AMOUNTS.map((choice) => (
            <label
              key={choice}
              className={`relative flex min-h-11 items-center justify-center gap-1.5 rounded-full font-medium ring-1 ring-inset has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary-600 ${wanted === choice ? 'bg-warning-50 text-danger-700 ring-danger-700' : 'text-gray-800 ring-gray-300'} ${choice > most ? 'opacity-50' : ''}`}
            >
              <input
                type="radio"
                name="berries"
                value={choice}
                checked={wanted === choice}
                disabled={choice > most}
                onChange={() => setAmount(String(choice))}
                aria-label={describeBerries(choice)}
                className="absolute inset-0 opacity-0"
              />
              <Icon name="cherry" size={16} />
              {choice}
            </label>
          ))}
        </div>
      </fieldset>
      <label className="flex items-center justify-between gap-3 text-sm text-gray-700">
        Another amount
        <input
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          step={1}
          value={amount}
          aria-invalid={problem !== null && (wanted < 1 || wanted > most)}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
          className={`min-h-11 max-w-24 ${controlLook}`}
        />
      </label>
      <p className="text-sm text-gray-600">You have {describeBerries(balance)}.</p>
      <div role="alert" className="empty:-mt-3">
        {problem && <p className="text-sm font-medium text-danger-700">{problem}</p>}
      </div>
      <Button type="submit" busy={busy}>
        {wanted >= 1 && wanted <= most ? `Give ${describeBerries(wanted)}` : 'Give berries'}
      </Button>
    </form>
  )
}
