import { type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AdminReward } from '#contract/rewards/rewards-admin.ts'
import { MoveButtons, rowLook } from '#site/bookmarks/move-buttons.tsx'
import { useReorder } from '#site/bookmarks/use-reorder.ts'
import { showError } from '#site/conversation/show-error.ts'
import { useApi } from '#site/page.ts'
import { Badge } from '#site/ui/badge.tsx'
import { Button } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Icon } from '#site/ui/icon.tsx'
import { toast } from '#site/ui/toast.tsx'
import { formatBerries, formatNumber, formatStock, rewardKindNames } from './labels.ts'
import { RewardDialog, toRewardFields } from './reward-dialog.tsx'

type Open = { reward: AdminReward | null } | null

/** The rewards in the order in which people see them. */
export function Catalogue({ rewards: loaded }: { rewards: readonly AdminReward[] }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<Open>(null)
  // The reward that is being archived or offered again, and the last one that was: its button keeps the focus.
  const [changing, setChanging] = useState<string | null>(null)
  const [changed, setChanged] = useState<string | null>(null)
  // The order on screen while it is being changed.
  const [ids, setIds] = useState<readonly string[] | null>(null)
  const wanted = useRef<readonly string[]>([])
  const saving = useRef(Promise.resolve())
  const offered = loaded.filter((reward) => !reward.archived)
  const shown = ids ? inOrder(offered, ids) : offered
  const archived = loaded.filter((reward) => reward.archived)
  const order = useReorder({
    ids: shown.map(({ id }) => id),
    nameOf: (id) => loaded.find((one) => one.id === id)?.name ?? '',
    onShow(id, to) {
      wanted.current = moved(
        shown.map((one) => one.id),
        id,
        to,
      )
      setIds(wanted.current)
    },
    onCommit: saveOrder,
  })

  function saveOrder() {
    // One after the other, so that the last order wins.
    saving.current = saving.current.then(async () => {
      const ordered = wanted.current
      try {
        await api('PUT /api/admin/rewards/order', { body: { ids: [...ordered] } })
        await revalidate()
      } catch (error) {
        await showError('Couldn’t save the order', error)
      }
      if (ordered === wanted.current) setIds(null)
    })
  }

  async function setArchived(reward: AdminReward, isArchived: boolean) {
    setChanging(reward.id)
    try {
      await api('PUT /api/admin/rewards/catalogue/{id}', {
        params: { id: reward.id },
        body: {
          ...toRewardFields(reward),
          stock: { from: reward.stock, to: reward.stock },
          archived: isArchived,
          version: reward.version,
        },
      })
      setChanged(reward.id)
      await toast({ title: isArchived ? `“${reward.name}” archived` : `“${reward.name}” is offered again` })
    } catch (error) {
      await showError('Couldn’t change the reward', error)
    }
    await revalidate()
    setChanging(null)
  }

  const archiveButton = (reward: AdminReward) => (
    <ArchiveButton
      reward={reward}
      busy={changing === reward.id}
      isFocused={changed === reward.id}
      onChange={(isArchived) => void setArchived(reward, isArchived)}
    />
  )
  const add = (
    <Button onClick={() => setOpen({ reward: null })}>
      <Icon name="plus" size={18} />
      Add a reward
    </Button>
  )
  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-reading text-gray-600">People see the rewards in this order.</p>
        {loaded.length > 0 && add}
      </div>
      {loaded.length === 0 && (
        <EmptyState icon="gift" title="No rewards yet" action={add}>
          Add something that people can redeem their berries for, such as a month of membership or a postcard.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ol aria-label="Rewards" className="mt-6 border-t border-gray-200">
          {shown.map((reward, index) => (
            <Row key={reward.id} reward={reward} look={rowLook(order, reward.id)} onEdit={() => setOpen({ reward })}>
              <MoveButtons id={reward.id} name={reward.name} index={index} of={shown.length} order={order} />
              {archiveButton(reward)}
            </Row>
          ))}
        </ol>
      )}
      <output aria-live="assertive" className="sr-only">
        {order.announcement}
      </output>
      {archived.length > 0 && (
        <section aria-labelledby="archived" className="mt-10">
          <h2 id="archived" className="font-serif text-lg font-semibold">
            Archived
          </h2>
          <p className="mt-1.5 text-gray-600">No longer offered. People keep what they have redeemed.</p>
          <ul className="mt-4 border-t border-gray-200">
            {archived.map((reward) => (
              <Row key={reward.id} reward={reward} look="" onEdit={() => setOpen({ reward })}>
                {archiveButton(reward)}
              </Row>
            ))}
          </ul>
        </section>
      )}
      {open && <RewardDialog reward={open.reward} onSaved={() => void revalidate()} onClose={() => setOpen(null)} />}
    </div>
  )
}

type RowProps = { reward: AdminReward; look: string; children: ReactNode; onEdit(): void }

function Row({ reward, look, children, onEdit }: RowProps) {
  const { name, kind, icon, price, stock, redeemed, months } = reward
  const left = formatStock(stock)
  return (
    <li data-row="" className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-gray-200 py-3 ${look}`}>
      <Icon name={icon} className="text-danger-700" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium wrap-anywhere" dir="auto">
            {name}
          </span>
          {stock === 0 && <Badge tone="warning">Out of stock</Badge>}
        </p>
        <p className="text-sm text-gray-600">
          {formatBerries(price)} · {rewardKindNames[kind]}
          {months !== null && `, ${months === 1 ? '1 month' : `${months} months`}`}
          {stock !== 0 && ` · ${left ?? 'Unlimited'}`} · redeemed {formatNumber(redeemed)}{' '}
          {redeemed === 1 ? 'time' : 'times'}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {children}
        <Button tone="quiet" size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      </div>
    </li>
  )
}

type ArchiveProps = { reward: AdminReward; busy: boolean; isFocused: boolean; onChange(archived: boolean): void }

/** Moves to the other list with its reward, and takes the focus along. */
function ArchiveButton({ reward, busy, isFocused, onChange }: ArchiveProps) {
  const { name, archived } = reward
  return (
    <Button
      tone="quiet"
      size="sm"
      aria-label={archived ? `Offer ${name} again` : `Archive ${name}`}
      busy={busy}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just pressed, in the other list
      autoFocus={isFocused}
      onClick={() => onChange(!archived)}
    >
      {archived ? 'Offer again' : 'Archive'}
    </Button>
  )
}

function moved(ids: readonly string[], id: string, to: number) {
  const rest = ids.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** A reward that was added meanwhile comes last. */
function inOrder(rewards: readonly AdminReward[], ids: readonly string[]) {
  const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
  return rewards.toSorted((one, other) => place(one.id) - place(other.id))
}
