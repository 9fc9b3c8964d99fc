import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { Form } from '#site/ui/form.tsx'
import { Select } from '#site/ui/select.tsx'

export type Reviewer = { id: string; handle: string; name: string }

const NO_ONE = 'none'

type Props = {
  /** “3 stories”, or the title of one. */
  what: string
  reviewers: readonly Reviewer[]
  onClose(): void
  /** An error message keeps the dialog open. */
  onChosen(reviewer: string | null): Promise<string | null> | null
}

export function AssignDialog({ what, reviewers, onClose, onChosen }: Props) {
  const options = [
    { value: NO_ONE, label: 'No one' },
    ...reviewers.map(({ id, name, handle }) => ({ value: id, label: `${name} (@${handle})` })),
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Assign ${what}`}
      description="The reviewer is notified. Other editors can still review the story."
    >
      <Form
        submit="Assign"
        beside={
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
        }
        onSubmit={async ({ reviewer }) => {
          if (!reviewer) return { fields: { reviewer: 'Choose a reviewer.' } }
          const message = await onChosen(reviewer === NO_ONE ? null : reviewer)
          return message ? { message } : undefined
        }}
      >
        <Select name="reviewer" label="Reviewer" options={options} required />
      </Form>
    </Dialog>
  )
}
