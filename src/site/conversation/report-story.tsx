import { useState } from 'react'
import { useApi } from '#site/page.ts'
import { ReportDialog } from './report-dialog.tsx'

type Props = { story: { id: string; title: string }; onClose(): void }

export function ReportStory({ story: { id, title }, onClose }: Props) {
  const api = useApi()
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <ReportDialog
      title={`Report “${title}”`}
      what="story"
      open={open}
      onClose={close}
      onReport={(body) => api('POST /api/stories/{ref}/report', { params: { ref: id }, body })}
    />
  )
}
