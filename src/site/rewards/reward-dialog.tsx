import { useRef, useState } from 'react'
import type { AdminReward } from '#contract/rewards/rewards-admin.ts'
import type { RewardKind } from '#contract/rewards/kinds.ts'
import { listInvalidFields, toFieldProblem } from '#site/errors/form-errors.ts'
import { useApi } from '#site/page.ts'
import { useSavedVersion } from '#site/admin/use-saved-version.ts'
import { Conflict } from '#site/admin/values.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea, TextField } from '#site/ui/field.tsx'
import { Form, type FormProblem } from '#site/ui/form.tsx'
import { RadioGroup } from '#site/ui/radio-group.tsx'
import { toast } from '#site/ui/toast.tsx'
import { IconChoice, iconName } from './icon-choice.tsx'
import { formatBerries, formatNumber, formatStock, rewardKindNames } from './labels.ts'

type Props = { reward: AdminReward | null; onSaved(): void; onClose(): void }

const kindHints: Record<RewardKind, string> = {
  other: 'An admin sends it and marks it as fulfilled.',
  membership: 'Starts at once, or when a membership that renews has ended.',
  badge: 'Shown on the person’s profile at once.',
}
const kindOptions = (['other', 'membership', 'badge'] as const).map((value) => ({
  value,
  label: rewardKindNames[value],
  hint: kindHints[value],
}))
const fields = ['name', 'description', 'price', 'months', 'stock', 'perPerson', 'question']

/** Adds a reward, or edits one. After a conflict with another admin, their values are shown and the input is kept. */
export function RewardDialog({ reward, onSaved, onClose }: Props) {
  const edited = useRef(false)
  const [asking, setAsking] = useState(false)
  return (
    <Dialog
      open
      // Escape, a click outside or the cross. Cancel does not ask.
      onOpenChange={(open) => !open && (edited.current ? setAsking(true) : onClose())}
      title={reward ? `Edit “${reward.name}”` : 'Add a reward'}
    >
      <RewardForm
        reward={reward}
        onEdit={() => {
          edited.current = true
        }}
        onSaved={onSaved}
        onClose={onClose}
      />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Discard your changes?"
        description="They are not saved yet."
        actions={
          <>
            <DialogClose>
              <Button tone="quiet">Keep editing</Button>
            </DialogClose>
            <Button tone="danger" onClick={onClose}>
              Discard changes
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

function RewardForm({ reward, onEdit, onSaved, onClose }: Props & { onEdit(): void }) {
  const api = useApi()
  const saved = useSavedVersion<Saved>(reward ?? newReward)
  const { start, version, theirs } = saved
  const isRedeemed = reward !== null && reward.redeemed > 0
  const [kind, setKind] = useState<RewardKind>(start.kind)
  const [icon, setIcon] = useState(start.icon)

  async function save(values: Record<string, string>): Promise<FormProblem | undefined> {
    const written = { ...readFields(values, kind), icon }
    try {
      if (reward)
        await api('PUT /api/admin/rewards/catalogue/{id}', {
          params: { id: reward.id },
          body: {
            ...written,
            stock: { from: start.stock, to: written.stock },
            archived: (theirs ?? start).archived,
            version,
          },
        })
      else await api('POST /api/admin/rewards/catalogue', { body: written })
    } catch (error) {
      if (saved.showConflict(error)) return undefined
      const aboutKind = listInvalidFields(error).find(({ name }) => name === 'kind')
      return aboutKind ? { message: aboutKind.message } : toFieldProblem(error, fields)
    }
    onSaved()
    onClose()
    await toast({ tone: 'success', title: reward ? 'Reward saved' : 'Reward added' })
    return undefined
  }

  function useTheirs(current: Saved) {
    saved.show(current)
    setKind(current.kind)
    setIcon(current.icon)
  }

  return (
    <div key={saved.shown}>
      <Form
        submit={theirs ? 'Save mine' : reward ? 'Save' : 'Add'}
        onSubmit={save}
        onChange={onEdit}
        beside={
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {theirs && (
          <div ref={scrollTo}>
            <Conflict values={listChanges(start, theirs)} onUse={() => useTheirs(theirs)} />
          </div>
        )}
        {isRedeemed ? (
          <p className="text-sm text-gray-700">
            Kind: {rewardKindNames[kind]}. It can’t change because people have redeemed this reward.
          </p>
        ) : (
          <RadioGroup<RewardKind> legend="Kind" options={kindOptions} value={kind} onChange={setKind} />
        )}
        <TextField name="name" label="Name" required maxLength={80} dir="auto" defaultValue={start.name} />
        <TextArea
          name="description"
          label="Description"
          rows={2}
          maxLength={500}
          dir="auto"
          defaultValue={start.description}
        />
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
          <Count name="price" label="Price in berries" required min={1} value={start.price} />
          {kind === 'membership' && (
            <Count name="months" label="Months" required min={1} max={12} value={start.months ?? 1} />
          )}
          <Count
            name="stock"
            label="Stock"
            hint={`Leave blank for unlimited.${reward ? ' What people redeem while you edit is still subtracted.' : ''}`}
            min={0}
            value={start.stock}
          />
          <Count
            name="perPerson"
            label="Limit for each person"
            hint="Leave blank for no limit."
            min={1}
            max={1000}
            value={start.perPerson}
          />
        </div>
        <IconChoice saved={start.icon} value={icon} onChange={setIcon} />
        {kind === 'other' && (
          <TextField
            name="question"
            label="Question"
            hint="What you need to know to fulfil it, such as “Where should we send it?”"
            maxLength={200}
            dir="auto"
            defaultValue={start.question}
          />
        )}
      </Form>
    </div>
  )
}

/** The button that saves is far below a conflict. */
function scrollTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}

/** What another admin changed, and saving again replaces. Whether the reward is archived stays as they saved it. */
function listChanges(start: Saved, theirs: Saved) {
  const before = new Map(describe(start))
  return describe(theirs).filter(([name, value]) => value !== before.get(name))
}

function describe(reward: Saved): [string, string][] {
  const { kind, name, description, price, months, stock, perPerson, icon, question } = reward
  return [
    ['Kind', rewardKindNames[kind]],
    ['Name', name],
    ['Description', description || 'None'],
    ['Price', formatBerries(price)],
    ['Months', months === null ? 'None' : formatNumber(months)],
    ['Stock', formatStock(stock) ?? 'Unlimited'],
    ['Limit for each person', perPerson === null ? 'None' : formatNumber(perPerson)],
    ['Icon', iconName(icon)],
    ['Question', question || 'None'],
  ]
}

type CountProps = {
  name: string
  label: string
  hint?: string
  required?: boolean
  min: number
  max?: number
  value: number | null
}

function Count({ value, max = 1_000_000, ...rest }: CountProps) {
  return <TextField type="number" inputMode="numeric" step={1} max={max} defaultValue={value ?? ''} {...rest} />
}

type Saved = Omit<AdminReward, 'id' | 'redeemed'>

const newReward: Saved = {
  kind: 'other',
  name: '',
  description: '',
  icon: 'gift',
  price: 50,
  months: null,
  stock: null,
  perPerson: null,
  question: '',
  archived: false,
  version: 0,
}

export function toRewardFields(reward: AdminReward) {
  const { kind, name, description, icon, price, months, perPerson, question } = reward
  return { kind, name, description, icon, price, months, perPerson, question }
}

function readFields(values: Record<string, string>, kind: RewardKind) {
  const { name = '', description = '', price = '', months, stock, perPerson, question = '' } = values
  return {
    kind,
    name,
    description,
    price: Number(price),
    months: kind === 'membership' ? toCount(months) : null,
    stock: toCount(stock),
    perPerson: toCount(perPerson),
    question: kind === 'other' ? question : '',
  }
}

function toCount(text = '') {
  return text.trim() === '' ? null : Number(text)
}
