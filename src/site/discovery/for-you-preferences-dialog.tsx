import { useId } from 'react'
import type { ForYouWeights } from '#contract/discovery.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Switch } from '#site/ui/switch.tsx'

type Reason = Exclude<keyof ForYouWeights, 'newest'>

const reasons: readonly { reason: Reason; name: string; description: string }[] = [
  { reason: 'people', name: 'People', description: 'Stories by people you follow' },
  { reason: 'topics', name: 'Topics', description: 'The categories and tags you follow' },
  { reason: 'reading', name: 'Your reading', description: 'Stories like those you read, and by the same authors' },
  { reason: 'trending', name: 'Popular', description: 'Stories many people are reading now' },
]
const amounts = ['None', 'Less', 'Normal', 'More']
const defaults = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  weights: ForYouWeights
  onChange(part: Partial<ForYouWeights>): void
}

/** Every change is saved immediately. */
export function ForYouPreferencesDialog({ open, onOpenChange, weights, onChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Feed preferences"
      description="Choose what matters to you. We’ll refresh your feed."
      actions={
        <>
          <Button tone="quiet" onClick={() => onChange(defaults)}>
            Reset to default
          </Button>
          <DialogClose>
            <Button>Done</Button>
          </DialogClose>
        </>
      }
    >
      <Switch
        label={
          <>
            <span className="block font-medium">Newest first</span>
            <span className="block text-sm text-gray-600">Show every story, without recommendations</span>
          </>
        }
        checked={weights.newest}
        onCheckedChange={(newest) => onChange({ newest })}
      />
      <div className="mt-4 grid gap-5 border-t border-gray-200 pt-4">
        {reasons.map(({ reason, name, description }) => (
          <Amount
            key={reason}
            name={name}
            description={description}
            disabled={weights.newest}
            value={weights[reason]}
            onChoose={(value) => onChange({ [reason]: value })}
          />
        ))}
      </div>
    </Dialog>
  )
}

type AmountProps = {
  name: string
  description: string
  value: number
  disabled: boolean
  onChoose(value: number): void
}

function Amount({ name, description, value, disabled, onChoose }: AmountProps) {
  const group = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={`${group}-description`}
      className="group min-w-0 disabled:opacity-50"
    >
      <legend className="font-medium">{name}</legend>
      <p id={`${group}-description`} className="text-sm text-gray-600">
        {description}
      </p>
      <div className="mt-2 grid grid-cols-4 rounded-full bg-gray-200 p-0.5">
        {amounts.map((amount, index) => (
          <label
            key={amount}
            className="relative inline-flex min-h-11 items-center justify-center rounded-full px-1 text-sm text-gray-700 has-checked:bg-white has-checked:font-medium has-checked:text-gray-900 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-primary-600 pointer-fine:min-h-9"
          >
            <input
              type="radio"
              name={group}
              checked={value === index}
              onChange={() => onChoose(index)}
              className="absolute inset-0 opacity-0"
            />
            {amount}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
