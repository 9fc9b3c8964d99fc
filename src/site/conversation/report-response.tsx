import { useApi } from '#site/page.ts'
import { ReportDialog } from './report-dialog.tsx'

type Props = { id: string; name: string; open: boolean; onClose(): void }

export function ReportResponse({ id, name, open, onClose }: Props) {
  const api = useApi()
  return (
    <ReportDialog
      title={`Report the response by ${name}`}
      what="response"
      open={open}
      onClose={onClose}
      onReport={(body) => api('POST /api/responses/{id}/report', { params: { id }, body })}
    />
  )
}
