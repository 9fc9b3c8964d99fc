import { useId } from 'react'
import type { ForYouWeights } from '#contract/discovery.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Switch } from '#site/ui/switch.tsx'

type Reason = Exclude<keyof ForYouWeights, 'newest'>

const reasons: readonly { reason: Reason; name: string; says: string }[] = [
  { reason: 'people', name: 'People', says: 'What those you follow write' },
  { reason: 'topics', name: 'Topics', says: 'The categories and tags you follow' },
  { reason: 'reading', name: 'Your reading', says: 'More like what you read, and by its authors' },
  { reason: 'trending', name: 'Popular', says: 'What many read now' },
]
const amounts = ['None', 'Less', 'Usual', 'More']
const usual = { newest: false, people: 2, topics: 2, reading: 2, trending: 2 }

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  weights: ForYouWeights
  onChange(part: Partial<ForYouWeights>): void
}

/** How much each reason counts, or none of them: simply the newest. Every change is kept at once. */
export function TuneDialog({ open, onOpenChange, weights, onChange }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tune For you"
      description="Say what counts. Your list is made anew when you are done."
      actions={
        <>
          <Button tone="quiet" onClick={() => onChange(usual)}>
            As usual
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
            <span className="block text-sm text-gray-600">Every story of the site, and nothing is chosen</span>
          </>
        }
        checked={weights.newest}
        onCheckedChange={(newest) => onChange({ newest })}
      />
      <div className="mt-4 grid gap-5 border-t border-gray-200 pt-4">
        {reasons.map(({ reason, name, says }) => (
          <Amount
            key={reason}
            name={name}
            says={says}
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
  says: string
  value: number
  disabled: boolean
  onChoose(value: number): void
}

/** One of four amounts, as radio buttons: the arrow keys go from one to the next. */
function Amount({ name, says, value, disabled, onChoose }: AmountProps) {
  const group = useId()
  return (
    <fieldset disabled={disabled} aria-describedby={`${group}-says`} className="group min-w-0 disabled:opacity-50">
      <legend className="font-medium">{name}</legend>
      <p id={`${group}-says`} className="text-sm text-gray-600">
        {says}
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
