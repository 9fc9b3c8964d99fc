import { type FormEvent, useId, useState } from 'react'
import { MAX_PUBLISH_NOTE, type SitePageName, sitePages } from '#contract/site-pages/names.ts'
import { Banner } from '#site/ui/banner.tsx'
import { Button } from '#site/ui/button.tsx'
import { Dialog, DialogClose } from '#site/ui/dialog.tsx'
import { TextArea } from '#site/ui/field.tsx'
import type { PageActions } from './use-page-actions.ts'

type Props = {
  page: SitePageName
  open: boolean
  actions: PageActions
  onClose(): void
  onDone(): void
}

export function PublishPageDialog({ page, open, actions, onClose, onDone }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const form = useId()
  const { name, showsDate } = sitePages[page]

  async function publish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const note = new FormData(event.currentTarget).get('note')
    const failed = await actions.publish(typeof note === 'string' ? note : '')
    setProblem(failed)
    if (failed === null) onDone()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setProblem(null)
        if (!next) onClose()
      }}
      title={`Publish “${name}”?`}
      description={`Visitors see the new text at once.${showsDate ? ' The page shows today’s date as the date of the last change.' : ''}`}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button type="submit" form={form} busy={actions.busy}>
            Publish now
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void publish(event)} className="grid gap-4">
        {problem && <Banner tone="danger">{problem}</Banner>}
        <TextArea
          name="note"
          label="What changed"
          hint="Shown to admins in the list of versions."
          rows={3}
          maxLength={MAX_PUBLISH_NOTE}
          dir="auto"
        />
      </form>
    </Dialog>
  )
}

export function ResetPageDialog({ page, open, actions, onClose, onDone }: Props) {
  const [problem, setProblem] = useState<string | null>(null)

  async function reset() {
    const failed = await actions.reset()
    setProblem(failed)
    if (failed === null) onDone()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setProblem(null)
        if (!next) onClose()
      }}
      title="Reset to the default text?"
      description={`The draft of “${sitePages[page].name}” is replaced with the text that comes with the software. Your current draft is kept as a version. Visitors won’t see the change until you publish.`}
      actions={
        <>
          <DialogClose>
            <Button tone="quiet">Cancel</Button>
          </DialogClose>
          <Button busy={actions.busy} onClick={() => void reset()}>
            Reset the draft
          </Button>
        </>
      }
    >
      {problem && <Banner tone="danger">{problem}</Banner>}
    </Dialog>
  )
}
